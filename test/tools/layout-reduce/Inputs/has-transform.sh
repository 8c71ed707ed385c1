#!/bin/sh
# A program with a layout_transform is interesting: exit status 1.
! grep -q layout.layout_transform "$1"
