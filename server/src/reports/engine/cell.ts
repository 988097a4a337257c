/** What an engine says in one column of a row. */
export type Cell = string | number | boolean | null;
