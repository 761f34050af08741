# Sourced by the scripts that connect to PostgreSQL: its drivers take the password from a file, so no environment has it.
umask 077
PGPASSFILE=${TMPDIR:-/tmp}/pgpass-$$
export PGPASSFILE
printf '*:*:*:*:%s\n' "$(sed 's/[\\:]/\\&/g' "$POSTGRES_PASSWORD_FILE")" >"$PGPASSFILE"
