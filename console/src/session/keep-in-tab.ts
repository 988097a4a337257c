/** Keeps a text in this tab. One that the browser has no room for goes with the page, and stops nobody from what they are doing. */
export function keepInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch (error) {
    console.warn('The browser does not keep', key, error);
  }
}

/** What this tab keeps under a key, as JSON; `otherwise` if there is nothing, or nothing that can be read: nobody but us writes there. */
export function keptInTab<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}
