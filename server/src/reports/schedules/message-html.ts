import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import { escaped, linked, mailPage, paragraph, streamBadge } from '../../mail/mail-html.ts';
import type { Bar, Bars } from '../answer/find-bars.ts';

interface Contents {
  readonly language: string;
  /** The report's answer; null where it has none. */
  readonly sentence: string | null;
  readonly bars: Bars | null;
  /** What the bars are, as a caption: *Evenimente, după fracție*. */
  readonly caption: string;
  readonly paragraphs: readonly string[];
}

/** Widest of a bar, in pixels: it stands beside name and figure on a phone. */
const widest = 220;
/** Of the console, where a bar is of no waste stream. */
const plain = { color: '#935026', edge: '#935026' } as const;

/**
 * The e-mail for those who read it with styles. Its chart is a table with coloured cells: a picture is not shown until somebody asks
 * for it, and SVG is shown by neither Gmail nor Outlook; this is, also to whoever has it read aloud.
 */
export const htmlOf = ({ language, sentence, bars, caption, paragraphs }: Contents): string =>
  mailPage(language, [
    ...(sentence ? [`<p style="font-size:19px;font-weight:bold;margin:0 0 16px">${escaped(sentence)}</p>`] : []),
    ...(bars ? [tableOf(bars, caption)] : []),
    ...paragraphs.map((text) => paragraph(linked(escaped(text)))),
  ]);

function tableOf({ bars }: Bars, caption: string): string {
  return [
    '<table cellspacing="0" cellpadding="0" border="0" style="font-size:14px;margin:0 0 16px">',
    `<caption align="top" style="text-align:left;font-weight:bold;padding:0 0 6px">${escaped(caption)}</caption>`,
    ...bars.map(rowOf),
    '</table>',
  ].join('\n');
}

function rowOf({ name, text, share, stream }: Bar): string {
  const width = Math.round(share * widest);
  const { color, edge } = stream ? streamTokens[stream] : plain;
  const style = `width:${width}px;height:12px;background-color:${color};border:1px solid ${edge};font-size:1px;line-height:12px`;
  return [
    '<tr>',
    `<th scope="row" align="left" style="padding:2px 12px 2px 0;font-weight:normal">${stream ? streamBadge(stream, name) : escaped(name)}</th>`,
    `<td width="${widest + 2}" style="padding:2px 0">${width > 0 ? `<div style="${style}">&nbsp;</div>` : ''}</td>`,
    `<td align="right" style="padding:2px 0 2px 12px">${escaped(text)}</td>`,
    '</tr>',
  ].join('');
}
