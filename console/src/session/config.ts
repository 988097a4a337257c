import { createContext, use } from 'react';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';

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
