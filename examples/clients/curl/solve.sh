#!/bin/sh
# Makes a job, follows it, and writes its plan and its map: sh solve.sh INSTANCE [SECONDS] [PLAN.json] [MAP.svg]
# INSTANCE may be of any format that the service reads. NEO_LRP_URL is the address of the service, NEO_LRP_KEY an API key if it asks for one.
set -eu
file=${1:?usage: sh solve.sh INSTANCE [SECONDS] [PLAN.json] [MAP.svg]}
seconds=${2:-10}
plan=${3:-plan.json}
map=${4:-map.svg}
service=${NEO_LRP_URL:-http://localhost:8700}

ask() {
  curl --silent --show-error --fail-with-body --retry 5 ${NEO_LRP_KEY:+--header "Authorization: Bearer $NEO_LRP_KEY"} "$@"
}

job=$(ask --header 'Content-Type: application/octet-stream' --data-binary "@$file" "$service/v1/jobs?seconds=$seconds")
id=$(printf '%s' "$job" | sed 's/.*"id":"\([^"]*\)".*/\1/')
ask --no-buffer "$service/v1/jobs/$id/events" | sed -n 's/^event: //p'
ask --output "$plan" "$service/v1/jobs/$id/solution"
ask --output "$map" --header 'Accept: image/svg+xml' "$service/v1/jobs/$id/solution"
echo "wrote $plan and $map"
