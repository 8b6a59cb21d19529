#!/usr/bin/env python3
"""The real binary over the shared captures: scenarios with what is expected of them, and the real recording.

usage: replay_test.py BOARDBRIDGE SHARED
"""
import json
import pathlib
import subprocess
import sys

binary, shared = sys.argv[1], pathlib.Path(sys.argv[2]) / "data"
failures = 0


def replay(capture, *options):
    run = subprocess.run([binary, "replay", str(capture), *options], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise SystemExit(f"replay {capture} ended with {run.returncode}: {run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def score(events, field="san"):
    moves = []
    for event in events:
        if "moveMade" in event:
            moves.append(event["moveMade"][field])
        if "movesRevised" in event:
            revised = event["movesRevised"]
            moves = moves[: revised.get("fromPly", 1) - 1] + [m[field] for m in revised.get("moves", [])]
    return moves


def check(what, wanted, found):
    global failures
    if wanted != found:
        failures += 1
        print(f"{what}: expected {wanted}, found {found}")


for case in json.load(open(shared / "scenarios" / "expected.json", encoding="utf-8")):
    options = ["--laws", case["laws"], "--play", case["play"], "--supervision", case["supervision"]]
    if "start" in case:
        options += ["--start", case["start"]]
    events = replay(shared / "scenarios" / case["capture"], *options)
    raised = {e["alert"]["kind"].removeprefix("ALERT_KIND_") for e in events if "alert" in e}
    if "moves" in case:
        check(case["capture"] + " moves", case["moves"], " ".join(score(events)))
    if "result" in case:
        check(case["capture"] + " result", [case["result"]], [e["gameEnded"]["result"] for e in events if "gameEnded" in e])
    check(case["capture"] + " alerts not raised", set(), set(case["raised"]) - raised)
    check(case["capture"] + " alerts raised", set(), set(case["not_raised"]) & raised)

real = replay(shared / "captures" / "dgt-real-1.cap", "--play", "blitz")
words = (shared / "captures" / "dgt-real-1.uci").read_text(encoding="utf-8").split()
check("dgt-real-1", [w for w in words if w[0].isalpha()], score(real, "uci"))
check("dgt-real-1 alerts", [], [e["alert"]["kind"] for e in real if "alert" in e])
sys.exit(1 if failures else 0)
