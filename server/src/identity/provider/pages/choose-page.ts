import { alertOf } from './pages.ts';
import { createPage, escapeHtml, type Page } from './page.ts';
import { pageTexts, type PageTexts } from './page-texts.ts';
import type { LinkPurpose } from '../accounts/links.ts';
import type { Locale } from '../accounts/user.queries.ts';

export type ChooseFault = keyof PageTexts['choose']['faults'];

export interface ChoosePageOptions {
  readonly locale: Locale;
  readonly action: string;
  readonly purpose: LinkPurpose;
  /** Whose account it is; what was typed where it is made by this page. */
  readonly email: string;
  readonly name: string;
  readonly fault?: ChooseFault;
}

/** Where a link leads: a password is chosen, for a new account also a name, and for the first administrator an address. */
export function choosePage({ locale, action, purpose, email, name, fault }: ChoosePageOptions): Page {
  const { choose, ...texts } = pageTexts[locale];
  const asksAddress = purpose === 'root';
  const ofAddress = fault === 'email' || fault === 'taken';
  const mark = (on: boolean) => (on ? ' aria-invalid="true" aria-describedby="failure" autofocus' : '');
  const isPassword = fault !== undefined && !ofAddress && fault !== 'name';
  return createPage({
    locale,
    title: choose[purpose],
    body: `
${asksAddress ? `<p>${choose.rootHint}</p>` : ''}
${fault ? alertOf(choose.faults[fault]) : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escapeHtml(email)}"${asksAddress ? mark(ofAddress) : ' readonly'}>
${purpose !== 'reset' ? `<label for="name">${texts.name}</label>\n<input id="name" name="name" autocomplete="name" maxlength="200" required value="${escapeHtml(name)}"${mark(fault === 'name')}>` : ''}
${newPasswordFields(locale, isPassword)}
<button type="submit">${choose.submit}</button>
</form>`,
  });
}

/** Two fields for a new password, with what is asked of it. */
export function newPasswordFields(locale: Locale, isFaulty: boolean): string {
  const { choose } = pageTexts[locale];
  const invalid = isFaulty ? ' aria-invalid="true" autofocus' : '';
  return `<label for="new-password">${choose.newPassword}</label>
<input id="new-password" name="new-password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required aria-describedby="rules${isFaulty ? ' failure' : ''}"${invalid}>
<p class="note" id="rules">${choose.rules}</p>
<label for="repeat">${choose.repeat}</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" maxlength="256" required>`;
}
