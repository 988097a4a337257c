import { renderSVG } from 'uqr';
import { regionOf } from '@noa/domain/texts/region.ts';
import { accountTexts } from './account-texts.ts';
import { newPasswordFields } from './choose-page.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';
import { passkeysPart } from './passkey-pages.ts';
import type { Asked, Passkey } from '../sign-in/passkeys.ts';
import { alertOf } from './pages.ts';
import { createPage, escapeHtml, type Page } from './page.ts';
import { pageTexts } from './page-texts.ts';
import type { TotpOffer } from '../sign-in/second-factor.ts';
import type { SignedIn } from '../oidc/sessions.ts';
import type { Locale, ProviderUser } from '../accounts/user.queries.ts';

export interface AccountPageOptions {
  readonly locale: Locale;
  /** Where the page is; its forms lie below. */
  readonly path: string;
  readonly home: string;
  readonly user: ProviderUser;
  readonly totp: { readonly on: boolean; readonly codesLeft: number };
  readonly passkeys: readonly Passkey[];
  /** Whether a role asks for a second factor. */
  readonly needed: boolean;
  readonly sessions: readonly SignedIn[];
  /** The session of this browser. */
  readonly here: string;
  /** What was done. */
  readonly said?: string | undefined;
  /** What is wrong with a password. */
  readonly fault?: string;
}

/** One's own account: password, codes, and where one is signed in. */
export function accountPage(options: AccountPageOptions): Page {
  const { locale, home, user, said } = options;
  const texts = accountTexts[locale];
  return createPage({
    locale,
    wide: true,
    title: texts.title,
    body: `
<p>${escapeHtml(texts.signedInAs(user))}</p>
${said ? `<p class="said" role="status">${escapeHtml(said)}</p>` : ''}
${passwordPart(options)}
${totpPart(options)}
${passkeysPart({ ...options, formatTime: timeFormat(locale) })}
${sessionsPart(options)}
<p class="after"><a href="${escapeHtml(home)}">${pageTexts[locale].home}</a></p>`,
  });
}

function passwordPart({ locale, path, user, fault }: AccountPageOptions): string {
  const { password } = accountTexts[locale];
  return `
<section aria-labelledby="password-title">
<h2 id="password-title">${password.title}</h2>
${fault ? alertOf(fault) : ''}
<form method="post" action="${path}/password">
<input type="hidden" name="username" autocomplete="username" value="${escapeHtml(user.email)}">
<label for="password">${password.current}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
${newPasswordFields(locale, fault !== undefined)}
<p class="note">${password.hint}</p>
<button type="submit">${password.submit}</button>
</form>
</section>`;
}

function totpPart({ locale, path, totp, needed, passkeys }: AccountPageOptions): string {
  const texts = accountTexts[locale].totp;
  const isKept = needed && passkeys.length === 0;
  const off = `<p>${texts.off}</p>
<p class="row"><a class="button" href="${path}/totp">${texts.setUp}</a></p>`;
  const on = `<p>${texts.on({ left: totp.codesLeft })}</p>
${isKept ? `<p class="note">${texts.needed}</p>` : ''}
<div class="row">
<form method="post" action="${path}/codes"><button type="submit" class="second">${texts.newCodes}</button></form>
${isKept ? '' : `<form method="post" action="${path}/totp/remove"><button type="submit" class="second">${texts.remove}</button></form>`}
</div>`;
  return `
<section aria-labelledby="totp-title">
<h2 id="totp-title">${texts.title}</h2>
${totp.on ? on : off}
</section>`;
}

const timeFormat = (locale: Locale) => (time: Date) =>
  new Intl.DateTimeFormat(regionOf(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Bucharest',
  }).format(time);

function sessionsPart({ locale, path, sessions, here }: AccountPageOptions): string {
  const texts = accountTexts[locale].sessions;
  const format = timeFormat(locale);
  const one = ({ uid, address, agent, began_at, seen_at }: SignedIn) => `<li class="session">
<div><strong>${escapeHtml(browserOf(agent) ?? texts.unknown)}</strong>${uid === here ? ` · ${texts.here}` : ''}
<span>${escapeHtml(texts.facts({ address: address || '–', began: format(began_at), seen: format(seen_at) }))}</span></div>
${uid === here ? '' : `<form method="post" action="${path}/sessions/end"><input type="hidden" name="uid" value="${escapeHtml(uid)}"><button type="submit" class="second">${texts.end}</button></form>`}
</li>`;
  return `
<section aria-labelledby="sessions-title">
<h2 id="sessions-title">${texts.title}</h2>
<p class="note">${texts.hint}</p>
<ul>${sessions.map(one).join('\n')}</ul>
${sessions.length > 1 ? `<form class="after" method="post" action="${path}/sessions/end-others"><button type="submit" class="second">${texts.endOthers}</button></form>` : ''}
</section>`;
}

const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** What a browser is called by people; undefined for one that says nothing that is known. */
export function browserOf(agent: string): string | undefined {
  const [browser, system] = [browsers, systems].map((known) => known.find(([, pattern]) => pattern.test(agent))?.[0]);
  return browser && [browser, system].filter(Boolean).join(', ');
}

export interface TotpPageOptions {
  readonly locale: Locale;
  readonly action: string;
  readonly offer: TotpOffer;
  /** Why it is asked for, where it is not by choice. */
  readonly reason?: string | undefined;
  readonly isWrong: boolean;
  /** Where a passkey is made instead. */
  readonly passkey?: string;
}

/** Sets codes up: a picture for the application, and its first code. */
export function totpPage({ locale, action, offer, reason, isWrong, passkey }: TotpPageOptions): Page {
  const texts = accountTexts[locale].totp;
  const key = offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return createPage({
    locale,
    title: texts.title,
    body: `
${reason ? `<p>${reason}</p>` : ''}
${isWrong ? alertOf(texts.wrong) : ''}
<p>${texts.scan}</p>
<div class="qr">${renderSVG(offer.url, { border: 2 })}</div>
<p class="note">${texts.byHand} <code id="key">${escapeHtml(key)}</code></p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="offer" value="${escapeHtml(offer.sealed)}">
${codeField(texts.code, isWrong)}
<button type="submit">${texts.confirm}</button>
</form>
${passkey ? `<p class="after"><a href="${escapeHtml(passkey)}">${accountTexts[locale].passkeys.instead}</a></p>` : ''}`,
  });
}

const codeField = (label: string, isWrong: boolean) => `<label for="code">${label}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus${isWrong ? ' aria-invalid="true" aria-describedby="failure"' : ''}>`;

/** Shows recovery codes, once. */
export function recoveryPage(locale: Locale, codes: readonly string[], action: string): Page {
  const texts = accountTexts[locale].recovery;
  return createPage({
    locale,
    fixedLanguage: true,
    title: texts.title,
    body: `
<p>${texts.hint}</p>
<ul class="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>
<form method="post" action="${escapeHtml(action)}"><button type="submit">${texts.goOn}</button></form>`,
  });
}

export interface CodePageOptions {
  readonly locale: Locale;
  readonly action: string;
  /** What a browser is asked; null for who has no passkey. */
  readonly asked: Asked | null;
  readonly failure?: string;
}

/** Asks for the code or a passkey, after the password. */
export function codePage({ locale, action, asked, failure }: CodePageOptions): Page {
  const { code: texts, passkeys } = accountTexts[locale];
  return createPage({
    locale,
    title: texts.title,
    body: `
${failure ? alertOf(failure) : ''}
${asked ? passkeyForm({ locale, action, asked, button: passkeys.show }) : ''}
<p${asked ? ' class="after"' : ''}>${texts.hint}</p>
<form method="post" action="${escapeHtml(action)}">
${codeField(texts.label, failure !== undefined)}
<button type="submit"${asked ? ' class="second"' : ''}>${texts.submit}</button>
</form>`,
    ...(asked && { script: passkeyScript }),
  });
}
