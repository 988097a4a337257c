import { demoPassword } from '../demo-users.ts';
import { createPage, escapeHtml, type Page } from './page.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';
import type { Asked } from '../sign-in/passkeys.ts';
import { pageTexts, type PageTexts, type SignInFailure } from './page-texts.ts';
import type { Locale, ProviderUser } from '../accounts/user.queries.ts';

export interface LoginPageOptions {
  readonly locale: Locale;
  /** Where the form is sent. */
  readonly action: string;
  /** What was typed before; never the password. */
  readonly email?: string;
  readonly failure?: SignInFailure;
  /** The demonstration's accounts, offered as buttons which fill the form. */
  readonly accounts: readonly ProviderUser[];
  /** Where a link is asked for, and for what; none where no mail is sent. */
  readonly asks: readonly LinkAsked[];
  /** What a browser is asked for who signs in with a passkey alone. */
  readonly asked: Asked;
}

/** The sign-in page. */
export function loginPage({ locale, action, email = '', failure, accounts, asks, asked }: LoginPageOptions): Page {
  const texts = pageTexts[locale];
  const invalid = failure === 'wrong' ? ' aria-invalid="true" aria-describedby="failure"' : '';
  const focusPassword = failure !== undefined && email !== '';
  return createPage({
    locale,
    title: texts.login.title,
    ...(failure && { tab: texts.login.failed }),
    body: `
${failure ? alertOf(texts.failures[failure]) : ''}
<form method="post" action="${escapeHtml(action)}" id="login">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escapeHtml(email)}"${invalid}${focusPassword ? '' : ' autofocus'}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${invalid}${focusPassword ? ' autofocus' : ''}>
<button type="submit" id="submit">${texts.login.submit}</button>
</form>
${passkeyForm({ locale, action: `${action}/passkey`, asked, button: texts.login.passkey, silent: true })}
${asks.map(({ purpose, href }) => `<p class="after"><a href="${escapeHtml(href)}">${texts.ask[purpose].link}</a></p>`).join('\n')}
${accounts.length > 0 ? accountList(locale, accounts) : ''}`,
    script: passkeyScript + (accounts.length > 0 ? fillScript : ''),
  });
}

/** What somebody asks a link for. */
export type AskPurpose = keyof PageTexts['ask'];

interface LinkAsked {
  readonly purpose: AskPurpose;
  readonly href: string;
}

export interface AskPageOptions {
  readonly locale: Locale;
  readonly purpose: AskPurpose;
  readonly action: string;
  readonly failure?: string;
}

/** The page on which somebody asks for a link by mail. */
export function askPage({ locale, purpose, action, failure }: AskPageOptions): Page {
  const { ask, email } = pageTexts[locale];
  const texts = ask[purpose];
  return createPage({
    locale,
    title: texts.title,
    body: `
${failure ? alertOf(failure) : ''}
<p>${texts.hint}</p>
<form method="post" action="${escapeHtml(action)}">
<label for="email">${email}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus>
<button type="submit">${texts.submit}</button>
</form>`,
  });
}

/** What went wrong, above a form. */
export const alertOf = (text: string): string => `<p class="error" role="alert" id="failure">${escapeHtml(text)}</p>`;

function accountList(locale: Locale, accounts: readonly ProviderUser[]): string {
  const { login } = pageTexts[locale];
  const button = ({ email, roles }: ProviderUser) => `
<button type="button" class="plain" data-email="${escapeHtml(email)}" data-password="${escapeHtml(demoPassword)}">${escapeHtml(email)}
<span>${roles.map((role) => login.roles[role]).join(', ')}</span></button>`;
  return `
<section class="accounts" aria-labelledby="accounts">
<h2 id="accounts">${login.demo}</h2>
<p>${login.demoHint}</p>
<ul>
${accounts.map((account) => `<li>${button(account)}</li>`).join('\n')}
</ul>
</section>`;
}

const fillScript = `
document.addEventListener('click', function (event) {
  var button = event.target.closest('[data-email]');
  if (!button) return;
  document.getElementById('email').value = button.dataset.email;
  document.getElementById('password').value = button.dataset.password;
  document.getElementById('submit').focus();
});
`;

/**
 * Ends the session: at once when the console itself asks, which it shows by its ID token; otherwise after a click, so that
 * no foreign page can sign people out.
 *
 * @param form - HTML of the library's form, whose id is `op.logoutForm`.
 */
export function confirmLogoutPage(locale: Locale, form: string, isAskedByConsole: boolean): Page {
  const { logout } = pageTexts[locale];
  return createPage({
    locale,
    fixedLanguage: true,
    title: logout.title,
    body: `
${isAskedByConsole ? `<p role="status">${logout.running}</p>` : `<p>${logout.question}</p>`}
${form}
<button type="submit" id="confirm" form="op.logoutForm" name="logout" value="yes">${logout.submit}</button>`,
    ...(isAskedByConsole ? { script: `document.getElementById('confirm').click();` } : {}),
  });
}

/** What a request that cannot go on gets. */
export function errorPage(locale: Locale, code: string, home: string): Page {
  const { error } = pageTexts[locale];
  return messagePage(locale, {
    title: error.title,
    hint: error.hint,
    home,
    more: `<p class="note">${escapeHtml(error.code({ code }))}</p>`,
  });
}

/** The sign-in page was left open too long, or belongs to another browser. */
export function expiredPage(locale: Locale, home: string): Page {
  const { expired } = pageTexts[locale];
  return messagePage(locale, { tab: expired.tab, title: expired.title, hint: expired.hint, home });
}

interface Message {
  readonly tab?: string;
  readonly title: string;
  readonly hint: string;
  /** Where the application is. */
  readonly home: string;
  /** HTML. */
  readonly more?: string;
}

/** A page that says one thing and leads back. */
export const messagePage = (locale: Locale, { tab, title, hint, home, more = '' }: Message): Page =>
  createPage({
    locale,
    fixedLanguage: true,
    title,
    tab,
    body: `
<p>${hint}</p>
${more}
<p><a class="button" href="${escapeHtml(home)}">${pageTexts[locale].home}</a></p>`,
  });
