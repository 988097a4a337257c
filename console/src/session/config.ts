/** What the server tells the console before anyone signs in (`GET /config.json`). */
export interface ConsoleConfig {
  readonly authority: string;
  readonly clientId: string;
  readonly graphqlUrl: string;
  readonly production: boolean;
  readonly mapStyleUrl: string | null;
}

/** @throws {Error} if the server cannot be reached or answers with anything else. */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) {
    throw new Error(`GET /config.json answered with status ${response.status}`);
  }
  return (await response.json()) as ConsoleConfig;
}
