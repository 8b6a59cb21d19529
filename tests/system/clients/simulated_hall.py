"""`boardbridge simulate` as a test uses it: started, asked for its address, ended by SIGTERM."""
import signal
import subprocess


class SimulatedHall:
    """Two tables of clean hands in fast blitz; `host` and `port` say where its stream is."""

    def __init__(self, boardbridge):
        self._process = subprocess.Popen(
            [boardbridge, "simulate", "--tables", "2", "--play", "blitz", "--noise", "clean", "--speed", "20", "--seed", "7"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        self.host, self.port = None, None
        for line in self._process.stdout:
            if line.startswith("stream tcp://"):
                self.host, self.port = line.strip()[len("stream tcp://"):].rsplit(":", 1)
                break
        if self.port is None:
            raise AssertionError(f"simulate ended with {self._process.wait()} before it named its stream")

    def terminate(self):
        """SIGTERM if it still runs; the exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(timeout=60)
        self._process.stdout.close()
        return code
