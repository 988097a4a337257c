/** The id of what filters are added by, where whoever has taken the last one off goes on. */
export const filterAdderId = 'add-filter';

/** For whoever has taken all filters off: the button that did is gone with them. */
export const focusAdder = (): void =>
  (document.getElementById(filterAdderId) ?? document.getElementById('main'))?.focus();

/** Takes all filters off, and leaves whoever did it by the keyboard where filters are added. */
export const withoutFilters = (reset: () => void) => (): void => {
  focusAdder();
  reset();
};
