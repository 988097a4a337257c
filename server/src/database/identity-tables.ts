import type { Generated, JSONColumnType } from 'kysely';

interface AccountTable {
  id: Generated<string>;
  /** Null, with `subject`, until the invited person signs in for the first time. */
  issuer: string | null;
  subject: string | null;
  /** Null when the provider does not vouch for it. */
  email: string | null;
  name: Generated<string>;
  created_at: Generated<Date>;
  last_seen_at: Date | null;
  /** As the last token vouched for them. */
  roles: Generated<string[]>;
  /** Since when they may do nothing; null of who is not blocked. */
  blocked_at: Generated<Date | null>;
}

interface OrgMemberTable {
  org_id: string;
  account_id: string;
  since: Generated<Date>;
}

interface ManagerMemberTable {
  org_id: string;
  manager_id: string;
  account_id: string;
  since: Generated<Date>;
}

interface AccountApartmentTable {
  org_id: string;
  apartment_id: string;
  account_id: string;
}

interface GatewayClientTable {
  client_id: string;
  org_id: string;
}

/** Sessions, codes and tokens of the embedded provider. */
interface ProviderItemTable {
  model: string;
  id: string;
  payload: JSONColumnType<Record<string, unknown>>;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: Date | null;
  consumed_at: Date | null;
}

interface ProviderUserTable {
  id: string;
  email: string;
  name: string;
  roles: string[];
  /** Null until its owner has followed the invitation. */
  password_hash: string | null;
  locale: Generated<'ro' | 'en'>;
  made_at: Generated<Date>;
  /** Since when nobody signs in to it. */
  blocked_at: Generated<Date | null>;
}

/** Links of the embedded provider that are followed once. */
interface ProviderLinkTable {
  token_hash: Buffer;
  purpose: 'root' | 'invitation' | 'reset';
  user_id: string | null;
  made_at: Generated<Date>;
  expires_at: Date;
}

interface ProviderSigningKeyTable {
  kid: string;
  private_cipher: Buffer;
  made_at: Generated<Date>;
  signs_from: Date;
}

interface ProviderSecretTable {
  name: string;
  secret_cipher: Buffer;
}

interface ProviderMailTable {
  id: Generated<string>;
  purpose: 'invitation' | 'reset';
  address: string;
  inviter: Generated<string>;
  place: Generated<string>;
  made_at: Generated<Date>;
  due_at: Generated<Date>;
  tries: Generated<number>;
}

interface ProviderTotpTable {
  user_id: string;
  secret_cipher: Buffer;
  last_step: Generated<number>;
  confirmed_at: Date | null;
}

interface ProviderRecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
}

interface ProviderPasskeyTable {
  credential_id: string;
  user_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface ProviderSessionSeenTable {
  uid: string;
  user_id: string;
  address: string;
  agent: string;
  began_at: Generated<Date>;
  seen_at: Generated<Date>;
}

/** Secrets of gateways, sealed. */
interface ProviderClientTable {
  client_id: string;
  secret_cipher: Buffer;
  made_at: Generated<Date>;
}

interface ProviderKeyTable {
  name: string;
  value: JSONColumnType<Record<string, unknown>>;
}

/** Tries to sign in at the embedded provider, of whom a keyed hash stands for. */
interface SignInTryTable {
  key: Buffer;
  tries: Date[];
  last_try_at: Date;
}

/** Accounts and the networks that they were signed in from, by keyed hashes. */
interface SignInPlaceTable {
  key: Buffer;
  last_at: Date;
}

/** Who may sign in, and where they belong. */
export interface IdentityTables {
  account: AccountTable;
  org_member: OrgMemberTable;
  manager_member: ManagerMemberTable;
  account_apartment: AccountApartmentTable;
  gateway_client: GatewayClientTable;
  provider_item: ProviderItemTable;
  provider_user: ProviderUserTable;
  provider_key: ProviderKeyTable;
  provider_link: ProviderLinkTable;
  provider_client: ProviderClientTable;
  provider_totp: ProviderTotpTable;
  provider_recovery_code: ProviderRecoveryCodeTable;
  provider_passkey: ProviderPasskeyTable;
  provider_session_seen: ProviderSessionSeenTable;
  provider_mail: ProviderMailTable;
  provider_signing_key: ProviderSigningKeyTable;
  provider_secret: ProviderSecretTable;
  sign_in_try: SignInTryTable;
  sign_in_place: SignInPlaceTable;
}
