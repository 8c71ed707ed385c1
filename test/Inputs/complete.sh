#!/usr/bin/env bash
# complete.sh FOLDER LINE: prints what completion of bash offers for a command line
# whose cursor is at its end, one candidate a line. FOLDER has the files of tools.
#
# bash calls the function of a tool with what it will replace: what is in open quotes,
# or else what follows the last space or `=`.
# Outside of a shell that completes, compopt fails.
set -u
line=$2
tool=${line%% *}
source "$1/$tool"
word=${line##*[ =]}
quotes=${line//[^\"]/}
if [[ $((${#quotes} % 2)) == 1 ]]; then word=${line##*\"}; fi
COMP_LINE=$line
COMP_POINT=${#line}
function=$(complete -p "$tool" | sed 's/.* -F \([^ ]*\) .*/\1/')
"$function" "$tool" "$word" ""
printf '%s\n' "${COMPREPLY[@]}"
