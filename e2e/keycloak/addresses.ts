/** What `scripts/keycloak/check-keycloak.mjs` says of the Keycloak and the Noa that it has made ready. */
function told(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: these journeys are run by npm run check:keycloak`);
  }
  return value;
}

export const noaUrl = `http://localhost:${told('E2E_PORT')}`;
export const dataDir = told('KEYCLOAK_DATA_DIR');
export const keycloakUrl = told('KEYCLOAK_URL');
export const adminPassword = told('KEYCLOAK_PASSWORD');
/** `dev`, because the host does not end in .com (specification §9). */
export const realmUrl = `${keycloakUrl}/realms/dev`;
