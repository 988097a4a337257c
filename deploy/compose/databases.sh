#!/bin/sh
# Once, in an empty cluster: a database each for Noa and Keycloak, whose owners are no superusers.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U postgres <<'SQL'
create role noa login createrole password :'password';
create role keycloak login password :'password';
create database noa owner noa encoding 'UTF8' template template0;
create database keycloak owner keycloak;
SQL
