import { accountTexts } from './account-texts.ts';
import { createPage, escapeHtml, type Page } from './page.ts';
import { alertOf } from './pages.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';
import { mayAddPasskey, type Asked, type Passkey } from '../sign-in/passkeys.ts';
import type { Locale } from '../accounts/user.queries.ts';

export interface NewPasskeyPageOptions {
  readonly locale: Locale;
  readonly action: string;
  readonly asked: Asked;
  /** What it is called, if nothing else is typed. */
  readonly name: string;
  readonly isRefused: boolean;
  /** Where one goes who would rather not. */
  readonly back: string;
}

/** Makes a passkey. */
export function newPasskeyPage({ locale, action, asked, name, isRefused, back }: NewPasskeyPageOptions): Page {
  const texts = accountTexts[locale].passkeys;
  const fields = `<label for="name">${texts.name}</label>
<input id="name" name="name" maxlength="60" required value="${escapeHtml(name)}">`;
  return createPage({
    locale,
    title: texts.newTitle,
    body: `
${isRefused ? alertOf(texts.refused) : ''}
<p>${texts.newHint}</p>
${passkeyForm({ locale, action, asked, button: texts.make, fields })}
<p class="after"><a href="${escapeHtml(back)}">${texts.back}</a></p>`,
    script: passkeyScript,
  });
}

export interface PasskeysPartOptions {
  readonly locale: Locale;
  readonly path: string;
  readonly passkeys: readonly Passkey[];
  readonly totp: { readonly on: boolean; readonly codesLeft: number };
  /** Whether a role asks for a second factor. */
  readonly needed: boolean;
  readonly formatTime: (time: Date) => string;
}

/** The passkeys of an account, on its page. */
export function passkeysPart({ locale, path, passkeys, totp, needed, formatTime }: PasskeysPartOptions): string {
  const texts = accountTexts[locale].passkeys;
  const keepsLast = needed && !totp.on && passkeys.length === 1;
  const one = ({ credential_id: id, name, created_at, last_used_at }: Passkey, index: number) => {
    const used = last_used_at ? formatTime(last_used_at) : '–';
    const hidden = `<input type="hidden" name="id" value="${escapeHtml(id)}">`;
    const removal = `<form method="post" action="${path}/passkeys/remove">${hidden}<button type="submit" class="second" aria-label="${escapeHtml(`${texts.remove}: ${name}`)}">${texts.remove}</button></form>`;
    return `<li class="session">
<div><strong>${escapeHtml(name)}</strong>
<span>${escapeHtml(texts.facts({ made: formatTime(created_at), used }))}</span>
<details><summary>${texts.rename}</summary><form method="post" action="${path}/passkeys/rename">${hidden}
<label for="passkey-${index}">${texts.name}</label><input id="passkey-${index}" name="name" maxlength="60" required value="${escapeHtml(name)}">
<button type="submit" class="second">${texts.save}</button></form></details></div>
${keepsLast ? '' : removal}
</li>`;
  };
  const recovery = `<p class="after">${texts.codesLeft({ left: totp.codesLeft })}</p>
<form method="post" action="${path}/codes"><button type="submit" class="second">${accountTexts[locale].totp.newCodes}</button></form>`;
  return `
<section aria-labelledby="passkeys-title">
<h2 id="passkeys-title">${texts.title}</h2>
<p class="note">${texts.hint}</p>
${passkeys.length > 0 ? `<ul>${passkeys.map(one).join('\n')}</ul>` : ''}
${keepsLast ? `<p class="note after">${texts.needed}</p>` : ''}
${mayAddPasskey(passkeys) ? `<p class="row after"><a class="button" href="${path}/passkey">${texts.add}</a></p>` : ''}
${passkeys.length > 0 && !totp.on ? recovery : ''}
</section>`;
}
