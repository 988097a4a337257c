import accounts from '../accounts/playwright.config.ts';

/** A town from its own files, at a server that was started without anybody (`town-journey.long.test.ts` of the server). */
export default accounts;
