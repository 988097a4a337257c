/** What home says, its containers' states included. */
export const homeTexts = ['home', 'statusUpdates'] as const;
