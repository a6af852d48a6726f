#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Finds up to which size data leave at once (corruption) and MPI_Send returns early (deadlock): by
# doubling, then halving, each try a run of its own, each edge confirmed three times.
#
# usage: LAUNCH="mpirun -np 2 --host a,b" sh search_thresholds.sh PLACEMENT
# PLACEMENT names the two ranks: remote for two nodes, same_node for one. Adds to thresholds.csv. A try that
# has not ended after LIMIT seconds (3) stands for ever. MOST is the largest size tried (16777216).
set -u
placement=${1:?"usage: LAUNCH=... sh search_thresholds.sh remote|same_node"}
: "${LAUNCH:?"LAUNCH is how two ranks are started, such as: mpirun -np 2 --host a,b"}"
limit=${LIMIT:-3}
most=${MOST:-16777216}
[ -s thresholds.csv ] || echo 'placement,test,size,result' >thresholds.csv

attempt() { # TEST SIZE; success: as if the message had left
  output=$({ timeout -k 1 "$limit" sh -c "exec $LAUNCH ./measure_network $1 $2"; } 2>/dev/null)
  case $1,$output in
    deadlock,*ended*) result=ended ;;
    deadlock,*) result=stuck ;;
    corruption,*intact*) result=intact ;;
    *) result=changed ;;
  esac
  echo "$placement,$1,$2,$result" >>thresholds.csv
  [ $result = ended ] || [ $result = intact ]
}

search() { # TEST
  if ! attempt "$1" 0; then
    echo "search_thresholds.sh: not even 0 bytes pass the test $1: does '$LAUNCH ./measure_network' start?" >&2
    exit 1
  fi
  good=0
  bad=1
  while attempt "$1" $bad; do
    good=$bad
    bad=$((bad * 2))
    [ $bad -le "$most" ] || return 0
  done
  while [ $((bad - good)) -gt 1 ]; do
    middle=$(((good + bad) / 2))
    if attempt "$1" $middle; then good=$middle; else bad=$middle; fi
  done
  # Chance may have helped a try to succeed: the edge goes down when one of three fails.
  confirmed=0
  while [ $confirmed -lt 3 ] && [ $good -gt 0 ]; do
    if attempt "$1" $good; then
      confirmed=$((confirmed + 1))
    else
      good=$((good - 1))
      confirmed=0
    fi
  done
  echo "$placement, $1: up to $good bytes"
}

search deadlock
search corruption
