import type { Bars } from '../answer/find-bars.ts';

interface Contents {
  readonly language: string;
  /** The report's answer; null where it has none. */
  readonly sentence: string | null;
  readonly bars: Bars | null;
  /** What the bars are, as a caption: *Evenimente, după fracție*. */
  readonly caption: string;
  readonly paragraphs: readonly string[];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Widest of a bar, in pixels: it stands beside name and figure on a phone. */
const widest = 220;

/**
 * The e-mail for those who read it with styles. Its chart is a table with coloured cells: a picture is not shown until somebody asks
 * for it, and SVG is shown by neither Gmail nor Outlook; this is, also to whoever has it read aloud.
 */
export function htmlOf({ language, sentence, bars, caption, paragraphs }: Contents): string {
  const font = 'font-family:Arial,Helvetica,sans-serif;color:#222222';
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>`,
    `<body style="${font};font-size:15px;line-height:1.45">`,
    ...(sentence ? [`<p style="font-size:19px;font-weight:bold;margin:0 0 16px">${escaped(sentence)}</p>`] : []),
    ...(bars ? [tableOf(bars, caption)] : []),
    ...paragraphs.map((text) => `<p style="margin:0 0 12px">${linked(escaped(text))}</p>`),
    '</body></html>\n',
  ].join('\n');
}

/** Addresses of ours at the end of a line lead there. */
const linked = (text: string) => text.replace(/(https?:\/\/\S+)$/, '<a href="$1">$1</a>');

function tableOf({ bars }: Bars, caption: string): string {
  const rows = bars.map(({ name, text, share }) => {
    const width = Math.round(share * widest);
    const bar = `<div style="width:${width}px;height:14px;background-color:#935026;font-size:1px;line-height:14px">&nbsp;</div>`;
    return [
      '<tr>',
      `<th scope="row" align="left" style="padding:2px 12px 2px 0;font-weight:normal">${escaped(name)}</th>`,
      `<td width="${widest}" style="padding:2px 0">${width > 0 ? bar : ''}</td>`,
      `<td align="right" style="padding:2px 0 2px 12px">${escaped(text)}</td>`,
      '</tr>',
    ].join('');
  });
  return [
    '<table cellspacing="0" cellpadding="0" border="0" style="font-size:14px;margin:0 0 16px">',
    `<caption align="top" style="text-align:left;font-weight:bold;padding:0 0 6px">${escaped(caption)}</caption>`,
    ...rows,
    '</table>',
  ].join('\n');
}
