#!/bin/sh
# Runs a program that makes a mistake on purpose: it has to fail, and to say what is expected of its sanitizer.
# expect_report.sh WORDS PROGRAM [ARGUMENT...]
set -eu

words=$1
shift
if report=$("$@" 2>&1); then
    echo "$*: the mistake was not noticed" >&2
    exit 1
fi
case $report in
*"$words"*) echo "$*: noticed" ;;
*)
    echo "$*: failed without '$words':" >&2
    echo "$report" >&2
    exit 1
    ;;
esac
