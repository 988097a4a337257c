import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { fontFaces, fontName } from './font.ts';
import { languageCookie, localeFrom } from './language.ts';
import { pageTexts } from './page-texts.ts';
import type { Locale } from '../accounts/user.queries.ts';

/** A page of the realm, with the policy that lets exactly its own style and script run. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface PageParts {
  /** Its heading; plain text. */
  readonly title: string;
  /** What its tab says, where that is not the title. */
  readonly tab?: string | undefined;
  /** HTML; whatever came from outside is already escaped. */
  readonly body: string;
  readonly script?: string;
  readonly locale: Locale;
  /** Whether there is much on it. */
  readonly wide?: boolean;
  /** Whether its address may be asked for anew in another language: not what a form was answered with. */
  readonly fixedLanguage?: boolean;
}

/** Puts the parts into the realm's layout. */
export function createPage({ title, tab = title, body, script, locale, wide, fixedLanguage }: PageParts): Page {
  const texts = pageTexts[locale];
  return {
    html: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(tab)} · Noa</title>
<style>${style}</style>
</head>
<body>
<main${wide ? ' class="wide"' : ''}><p class="brand">${escapeHtml(texts.brand)}</p>
<h1>${escapeHtml(title)}</h1>${body}</main>
${fixedLanguage ? '' : languageSwitch(locale)}
${script ? `<script>${script}</script>` : ''}
</body>
</html>
`,
    contentSecurityPolicy: [
      `default-src 'none'`,
      `style-src '${hashOf(style)}'`,
      `font-src 'self'`,
      ...(script ? [`script-src '${hashOf(script)}'`] : []),
      `form-action 'self'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  };
}

const languageNames: Readonly<Record<Locale, string>> = { ro: 'Română', en: 'English' };

function languageSwitch(locale: Locale): string {
  const other = locale === 'ro' ? 'en' : 'ro';
  return `<footer class="language"><a href="?lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a></footer>`;
}

/** The language of a request that the library handles. */
export const localeOf = ({ cookies }: Pick<KoaContextWithOIDC, 'cookies'>): Locale =>
  localeFrom(cookies.get(languageCookie));

/** Answers a request that the library handles with a page; the status stays as it is. */
export function sendPage(
  ctx: Pick<KoaContextWithOIDC, 'set' | 'type' | 'body'>,
  { html, contentSecurityPolicy }: Page,
): void {
  ctx.set('content-security-policy', contentSecurityPolicy);
  ctx.set('cache-control', 'no-store');
  ctx.type = 'html';
  ctx.body = html;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

// The console's own font and colours (console/src/app/theme.ts, ui/styles.css): whoever signs in is in the same house. Text on its ground
// is at least 7:1, on buttons 4.5:1, borders of controls at least 3:1, in both schemes.
const style = `
${fontFaces}
:root{--background:#fff;--card:#fff;--text:#000;--soft:#495057;--line:#868e96;--accent:#935026;--accent-hover:#81431d;--anchor:#81431d;--error:#9b1c1c;--error-background:#fdecea;--hover:#faf3ef;--focus:#935026}
@media (prefers-color-scheme:dark){:root{--background:#242424;--card:#242424;--text:#c9c9c9;--soft:#b8b8b8;--line:#828282;--anchor:#d0a385;--error:#ffb4ab;--error-background:#4a1b17;--hover:#2e2e2e;--focus:#d0a385}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;align-content:center;padding:16px;background:var(--background);color:var(--text);font:16px/1.5 "${fontName}",ui-monospace,Menlo,Consolas,monospace;font-variant-ligatures:none}
main{width:100%;max-width:26rem;min-width:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:clamp(16px,5vw,32px)}
.brand{margin:0;color:var(--soft);font-size:.875rem}
h1{margin:0 0 1.25rem;font-size:1.5rem;line-height:1.25}
.wide{max-width:46rem}
.language{margin:1rem 0 0;font-size:.875rem}
a{color:var(--anchor)}
.after{margin:1rem 0 0}
.after+form{margin:1rem 0 0}
section{margin:1.5rem 0 0;padding:1.25rem 0 0;border-top:1px solid var(--line)}
section h2{margin:0 0 .75rem;font-size:1.125rem}
.wide form>button{width:auto}
button.second{color:var(--text);background:transparent;border-color:var(--line)}
button.second:hover{background:var(--hover);border-color:var(--line)}
.said{padding:12px;border:1px solid var(--line);border-radius:4px;background:var(--background)}
.session{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:12px;border:1px solid var(--line);border-radius:4px}
.session div{flex:1 1 14rem;min-width:0;overflow-wrap:anywhere}
.session span{display:block;color:var(--soft);font-size:.875rem}
.qr{margin:0 0 1rem;background:#fff;padding:8px;border-radius:4px;max-width:15rem}
.qr svg{display:block;width:100%;height:auto}
code{font:inherit;overflow-wrap:anywhere;color:var(--text)}
.codes{grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));margin:0 0 1rem}
h2{margin:0 0 .25rem;font-size:1rem}
p{margin:0 0 1rem}
label{display:block;margin:0 0 .25rem;font-weight:600}
input{width:100%;min-height:44px;margin:0 0 1rem;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px}
button,a.button{display:inline-block;min-height:44px;padding:9px 16px;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:#fff;background:var(--accent);border:1px solid var(--accent);border-radius:4px;cursor:pointer}
button:hover,a.button:hover{background:var(--accent-hover);border-color:var(--accent-hover)}
form>button{width:100%}
.plain{width:100%;padding:7px 12px;text-align:left;font-weight:400;color:var(--text);background:transparent;border-color:var(--line);overflow-wrap:anywhere}
.plain:hover{background:var(--hover);border-color:var(--line)}
.plain span{display:block;color:var(--soft);font-size:.875rem}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.error{padding:12px;color:var(--error);background:var(--error-background);border:1px solid currentColor;border-radius:4px}
.accounts{margin:1.5rem 0 0;padding:1.25rem 0 0;border-top:1px solid var(--line)}
.accounts p,.note{color:var(--soft);font-size:.875rem}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px}
.row{display:flex;flex-wrap:wrap;gap:8px}
`;
