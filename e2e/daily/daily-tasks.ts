/** A task of somebody's day, and what it may cost. */
interface Allowance {
  /** Keys besides what is typed, or clicks, before the console was made for it (decision 85); null where it could not be done. */
  readonly before: number | null;
  /** At most, clicks and keys together: half of that, or as near to it as a question that must be asked allows. */
  readonly most: number;
}

/** The twelve tasks that are counted, each from home unless its name says from where. */
export const dailyTasks = {
  'mark fifty containers emptied, from their list': { before: 250, most: 10 },
  'find what has been full for hours': { before: null, most: 1 },
  'last month’s report as XLSX': { before: 22, most: 8 },
  'print a report': { before: 7, most: 3 },
  'block a lost card': { before: 7, most: 3 },
  'hand out a card': { before: 13, most: 6 },
  'replace a card': { before: 6, most: 3 },
  'see why a card does not open a container': { before: 16, most: 8 },
  'add an apartment with its card': { before: 30, most: 8 },
  'invite a member': { before: 15, most: 7 },
  'see yesterday’s events of a container': { before: null, most: 8 },
  'acknowledge an incident': { before: null, most: 8 },
} as const satisfies Record<string, Allowance>;

export type DailyTask = keyof typeof dailyTasks;
