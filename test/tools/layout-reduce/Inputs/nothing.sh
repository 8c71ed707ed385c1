#!/bin/sh
# No program is interesting: exit status 0.
exit 0
