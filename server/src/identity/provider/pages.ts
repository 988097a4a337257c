import type { Role } from '@noa/domain/vocabulary.ts';
import { createPage, escapeHtml, type Page } from './page.ts';
import type { ProviderUser } from './user.queries.ts';

const brand = '<p class="brand">Noa · acces la containere</p>';

const roleNames: Readonly<Record<Role, string>> = {
  root: 'administrator general',
  local_implementer: 'implementator local',
  local_reporter: 'utilizator rapoarte',
  manager: 'administrator de bloc',
  container_admin: 'administrator de containere',
  ara_user: 'locatar',
};

export type LoginFailure = 'wrong' | 'throttled';

const failures: Readonly<Record<LoginFailure, string>> = {
  wrong: 'E-mail sau parolă greșită',
  throttled: 'Prea multe încercări. Încercați din nou peste câteva minute.',
};

export interface LoginPageOptions {
  /** Where the form is sent. */
  readonly action: string;
  /** What was typed before; never the password. */
  readonly email?: string;
  readonly failure?: LoginFailure;
  /** Accounts offered as buttons which fill the form, and their common password. */
  readonly accounts: readonly ProviderUser[];
  readonly accountPassword: string;
}

/** The sign-in page. */
export function loginPage({ action, email = '', failure, accounts, accountPassword }: LoginPageOptions): Page {
  const alert = failure ? `<p class="error" role="alert" id="failure">${failures[failure]}</p>` : '';
  const invalid = failure === 'wrong' ? ' aria-invalid="true" aria-describedby="failure"' : '';
  const focusPassword = failure !== undefined && email !== '';
  return createPage({
    title: failure ? 'Eroare la autentificare' : 'Autentificare',
    body: `
${brand}
<h1>Autentificare</h1>
${alert}
<form method="post" action="${escapeHtml(action)}" id="login">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escapeHtml(email)}"${invalid}${focusPassword ? '' : ' autofocus'}>
<label for="password">Parola</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${invalid}${focusPassword ? ' autofocus' : ''}>
<button type="submit" id="submit">Intră</button>
</form>
${accounts.length > 0 ? accountList(accounts, accountPassword) : ''}`,
    ...(accounts.length > 0 ? { script: fillScript } : {}),
  });
}

const accountList = (accounts: readonly ProviderUser[], password: string) => `
<section class="accounts" aria-labelledby="accounts">
<h2 id="accounts">Conturi demonstrative</h2>
<p>Alegeți un cont: formularul se completează, apoi apăsați „Intră”.</p>
<ul>
${accounts.map((account) => `<li>${accountButton(account, password)}</li>`).join('\n')}
</ul>
</section>`;

const accountButton = ({ email, roles }: ProviderUser, password: string) => `
<button type="button" class="plain" data-email="${escapeHtml(email)}" data-password="${escapeHtml(password)}">${escapeHtml(email)}
<span>${roles.map((role) => roleNames[role]).join(', ')}</span></button>`;

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
export const confirmLogoutPage = (form: string, isAskedByConsole: boolean): Page =>
  createPage({
    title: 'Deconectare',
    body: `
${brand}
<h1>Deconectare</h1>
${isAskedByConsole ? '<p role="status">Se închide sesiunea…</p>' : '<p>Doriți să închideți sesiunea?</p>'}
${form}
<button type="submit" id="confirm" form="op.logoutForm" name="logout" value="yes">Deconectare</button>`,
    ...(isAskedByConsole ? { script: `document.getElementById('confirm').click();` } : {}),
  });

/** What a request that cannot go on gets. */
export const errorPage = (code: string, home: string): Page =>
  createPage({
    title: 'Autentificare nereușită',
    body: `
${brand}
<h1>Autentificare nereușită</h1>
<p>Cererea de autentificare nu a putut fi continuată. Porniți din nou de pe pagina aplicației.</p>
<p class="note">Cod: ${escapeHtml(code)}</p>
<p><a class="button" href="${escapeHtml(home)}">Înapoi la aplicație</a></p>`,
  });

/** The sign-in page was left open too long, or belongs to another browser. */
export const expiredPage = (home: string): Page =>
  createPage({
    title: 'Sesiune expirată',
    body: `
${brand}
<h1>Pagina de autentificare a expirat</h1>
<p>Porniți din nou de pe pagina aplicației.</p>
<p><a class="button" href="${escapeHtml(home)}">Înapoi la aplicație</a></p>`,
  });
