/** The key of a report's address that keeps the form of a new schedule open over it. */
export const scheduleKey = 'schedule';
