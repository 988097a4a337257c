/** What the test that started the server says. */
function told(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: this journey is run by npm run test:long town-journey`);
  }
  return value;
}

/** The link that the first start printed. */
export const rootLink = told('ROOT_LINK');
/** Where pictures go. */
export const pictures = told('PICTURES');
/** The account of the locks' gateway, as `npx noa add-gateway` made it. */
export const gateway = { id: told('GATEWAY_ID'), secret: told('GATEWAY_SECRET') };
