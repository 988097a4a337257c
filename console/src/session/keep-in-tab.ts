/** Keeps a text in this tab. One that the browser has no room for goes with the page, and stops nobody from what they are doing. */
export function keepInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch (error) {
    console.warn('The browser does not keep', key, error);
  }
}
