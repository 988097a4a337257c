/** The id of what filters are added by, where whoever has taken the last one off goes on. */
export const filterAdderId = 'add-filter';
