"""Stops a command by a signal once a file exists: usage: stop.py SIGNAL FILE COMMAND...

The command finds the name of the file in the variable SMALLER. Prints its exit code.
"""

import os
import signal
import subprocess
import sys
import time

name, path, *command = sys.argv[1:]
process = subprocess.Popen(command, env={**os.environ, "SMALLER": path}, start_new_session=True)
while not os.path.exists(path) and process.poll() is None:
    time.sleep(0.05)
# To the whole group, as a terminal does.
os.killpg(process.pid, getattr(signal, name))
print("exit code", process.wait())
