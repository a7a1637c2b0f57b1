#!/bin/sh
# Creates the secrets of the compose files in the folder `secrets`. Secrets that exist stay as they are.
set -eu
cd "$(dirname "$0")"

random() {
  od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'
}

# Writes standard input to a secret, unless it exists.
store() {
  if [ -e "secrets/$1" ]; then cat >/dev/null; else cat >"secrets/$1"; fi
}

# Containers run as users of their own, so the files are readable by all; the folder lets no other user of this machine in.
mkdir -p secrets
chmod 700 secrets
umask 022

random 16 | store encryption_key
random 24 | store postgres_password
printf 'postgres://coffer:%s@postgres/coffer' "$(cat secrets/postgres_password)" | store database
random 24 | store s3_secret
printf '{"identities":[{"name":"coffer","credentials":[{"accessKey":"coffer","secretKey":"%s"}],"actions":["Admin"]}]}' \
  "$(cat secrets/s3_secret)" | store s3_users
