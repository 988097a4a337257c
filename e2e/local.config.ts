import config from './playwright.config.ts';
const { webServer: _server, ...rest } = config;
export default { ...rest, timeout: 120_000, expect: { timeout: 30_000 }, use: { ...rest.use, actionTimeout: 40_000 } };
