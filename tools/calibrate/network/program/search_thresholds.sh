#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Finds up to which size data leave at once (corruption) and MPI_Send returns early (deadlock): by
# doubling, then halving, each try a run of its own, each edge confirmed three times.
#
# usage: LAUNCH="mpirun -np 2 --host a,b" sh search_thresholds.sh PLACEMENT
# PLACEMENT names the two ranks: remote for two nodes, same_node for one. Adds to thresholds.csv. A try that
# has not ended after LIMIT seconds (3) stands for ever; the smallest of them has three times as long. MOST is the
# largest size tried (16777216).
set -u
placement=${1:?"usage: LAUNCH=... sh search_thresholds.sh remote|same_node"}
: "${LAUNCH:?"LAUNCH is how two ranks are started, such as: mpirun -np 2 --host a,b"}"
limit=${LIMIT:-3}
most=${MOST:-16777216}
[ -s thresholds.csv ] || echo 'placement,test,size,result' >thresholds.csv

attempt() { # TEST SIZE [LIMIT]; success: as if the message had left
  seconds=${3:-$limit}
  # The test of corruption always ends: a slow start is no answer.
  [ "$1" = deadlock ] || seconds=$((10 * seconds))
  output=$({ timeout -k 1 "$seconds" sh -c "exec $LAUNCH ./measure_network $1 $2"; } 2>/dev/null)
  case $1,$output in
    deadlock,*ended*) result=ended ;;
    deadlock,*) result=stuck ;;
    corruption,*intact*) result=intact ;;
    corruption,*changed*) result=changed ;;
    *)
      echo "search_thresholds.sh: no answer after $seconds s: $LAUNCH ./measure_network $1 $2; is LIMIT too small?" >&2
      exit 1
      ;;
  esac
  echo "$placement,$1,$2,$result" >>thresholds.csv
  [ $result = ended ] || [ $result = intact ]
}

narrow() { # TEST; from good and bad, the edge between them
  while [ $((bad - good)) -gt 1 ]; do
    middle=$(((good + bad) / 2))
    if attempt "$1" $middle; then good=$middle; else bad=$middle; fi
  done
}

search() { # TEST
  if ! attempt "$1" 0; then
    echo "search_thresholds.sh: not even 0 bytes pass the test $1: does '$LAUNCH ./measure_network' start?" >&2
    exit 1
  fi
  good=0
  bad=1
  while :; do
    while attempt "$1" $bad; do
      good=$bad
      bad=$((bad * 2))
      [ $bad -le "$most" ] || return 0
    done
    narrow "$1"
    # A busy machine may have stopped a try too early: three times the limit must stop it again, or the search goes on.
    attempt "$1" $bad $((3 * limit)) || break
    grep -v "^$placement,$1,$bad,\(stuck\|changed\)" thresholds.csv >kept.csv
    mv kept.csv thresholds.csv
    good=$bad
    bad=$((bad * 2))
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
