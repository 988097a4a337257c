import { createContext, use } from 'react';

/** What the server tells the console before anyone signs in (`GET /config.json`). */
export interface ConsoleConfig {
  readonly authority: string;
  readonly clientId: string;
  readonly graphqlUrl: string;
  readonly production: boolean;
  readonly mapStyleUrl: string | null;
  /** Where the map's file with streets is served; null: there is none. */
  readonly mapFileUrl: string | null;
  /** Where Noa itself keeps the accounts: the page of one's own, and whether invitations are sent; null or absent elsewhere. */
  readonly accounts?: { readonly url: string; readonly sendsMail: boolean } | null;
}

const ConfigContext = createContext<ConsoleConfig | null>(null);

/** Gives the screens what the server has told. */
export const ConfigProvider = ConfigContext.Provider;

/** Where Noa itself keeps the accounts, what is to be known of that; null where another provider does. */
export const useLocalAccounts = () => use(ConfigContext)?.accounts ?? null;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isConfig = (value: unknown): value is ConsoleConfig => {
  const { authority, clientId, graphqlUrl } = (value ?? {}) as Record<keyof ConsoleConfig, unknown>;
  return isText(authority) && isText(clientId) && isText(graphqlUrl);
};

/** @throws {Error} if the server cannot be reached or answers with anything else. */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) {
    throw new Error(`GET /config.json answered with status ${response.status}`);
  }
  const config: unknown = await response.json().catch((cause: unknown) => {
    throw new Error('GET /config.json was not answered with JSON: a proxy may have answered', { cause });
  });
  if (!isConfig(config)) {
    throw new Error('GET /config.json was answered with JSON of another shape');
  }
  return config;
}
