import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import type { WasteStream } from '@noa/domain/vocabulary.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as HTML has it, be it of whoever wrote it. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Paragraphs of an e-mail, each HTML already. */
export const paragraph = (html: string): string => `<p style="margin:0 0 12px">${html}</p>`;

/** Addresses of ours at the end of a line lead there. */
export const linked = (html: string): string => html.replace(/(https?:\/\/\S+)$/, '<a href="$1">$1</a>');

/** The whole of an e-mail for those who read it with styles: mail programs know those that stand in the elements alone. */
export const mailPage = (language: string, body: readonly string[]): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>`,
    '<body style="font-family:Arial,Helvetica,sans-serif;color:#222222;font-size:15px;line-height:1.45">',
    ...body,
    '</body></html>\n',
  ].join('\n');

/** A waste stream as lists have it: its bin's colour, a sign, and the word, which alone says it where neither is seen. */
export function streamBadge(stream: WasteStream, word: string): string {
  const { color, text, edge, sign } = streamTokens[stream];
  const style = `background-color:${color};color:${text};border:1px solid ${edge};border-radius:4px;padding:1px 7px;font-weight:bold;white-space:nowrap`;
  return `<span style="${style}"><span aria-hidden="true">${sign}</span> ${escaped(word)}</span>`;
}
