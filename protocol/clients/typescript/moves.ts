// Prints the moves of a hall as they are made: node built/moves.js HOST PORT [AFTER_SEQUENCE]
// With AFTER_SEQUENCE it resumes there instead of starting from now. Build it first: npm ci && npm run build
import { connect } from "node:net";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { sizeDelimitedDecodeStream, sizeDelimitedEncode } from "@bufbuild/protobuf/wire";
import { Side } from "./generated/boardbridge/v1/common_pb.js";
import type { Event, MoveMade } from "./generated/boardbridge/v1/event_pb.js";
import { ClientMessageSchema, CloseReason, ServerMessageSchema } from "./generated/boardbridge/v1/stream_pb.js";

const kinds = ["game_started", "move_made", "move_confirmed", "moves_revised", "game_ended"];
const idle = 5000; // milliseconds between heartbeats; the server gives up after 20 s

const [host, port, after] = process.argv.slice(2);
if (host === undefined || port === undefined) {
  console.error("usage: node built/moves.js HOST PORT [AFTER_SEQUENCE]");
  process.exit(64);
}

const connection = connect(Number(port), host);
const send = (message: MessageInitShape<typeof ClientMessageSchema>["message"]) =>
  connection.write(sizeDelimitedEncode(ClientMessageSchema, create(ClientMessageSchema, { message })));

function showMove(place: string, move: MoveMade): void {
  const marks = (["provisional", "guess", "illegal"] as const).filter((mark) => move[mark]);
  const side = move.side === Side.WHITE ? "white" : "black";
  console.log([`${place} ply ${move.ply} ${side} ${move.san}`, ...marks].join(" "));
}

function show({ sequence, table, payload }: Event): void {
  const place = `${sequence} table ${table}`;
  switch (payload.case) {
    case "gameStarted":
      return console.log(`${place} game ${payload.value.white} - ${payload.value.black}`);
    case "moveMade":
      return showMove(place, payload.value);
    case "moveConfirmed":
      return console.log(`${place} ply ${payload.value.ply} confirmed`);
    case "movesRevised":
      console.log(`${place} from ply ${payload.value.fromPly} instead:`);
      return payload.value.moves.forEach((move) => showMove(place, move));
    case "gameEnded":
      return console.log(`${place} ended ${payload.value.result} ${payload.value.termination}`);
  }
}

send({ case: "subscribe", value: { kinds, afterSequence: after === undefined ? undefined : BigInt(after) } });
const heartbeat = setInterval(() => send({ case: "heartbeat", value: {} }), idle);
try {
  for await (const { message } of sizeDelimitedDecodeStream(ServerMessageSchema, connection)) {
    if (message.case === "event") show(message.value);
    if (message.case === "snapshot") {
      const { sequence, table, moves } = message.value;
      moves.forEach((move) => showMove(`${sequence} table ${table}`, move));
    }
    if (message.case === "closed") {
      console.error(`closed: CLOSE_REASON_${CloseReason[message.value.reason]} ${message.value.text}`);
    }
  }
} catch (error) {
  console.error(String(error));
}
clearInterval(heartbeat);
process.exitCode = 1;
