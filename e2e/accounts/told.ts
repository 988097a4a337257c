/** What the test that started the server says. */
function told(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: this journey is run by npm run test:long accounts-journey`);
  }
  return value;
}

/** The link that the first start printed. */
export const rootLink = told('ROOT_LINK');
/** Where the mails are that the server sent, as JSON. */
const mailsUrl = told('MAILS_URL');
/** Where pictures go. */
export const pictures = told('PICTURES');

/** The links that were mailed to an address, the oldest first. */
export async function linksTo(email: string): Promise<string[]> {
  const response = await fetch(`${mailsUrl}?to=${encodeURIComponent(email)}`);
  return (await response.json()) as string[];
}
