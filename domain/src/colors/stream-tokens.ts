import type { WasteStream } from '../vocabulary.ts';

/** How a waste stream looks where the console's styles are not: in mails. */
export interface StreamToken {
  /** What the console's variables are called after: `--noa-stream-paper`. */
  readonly name: string;
  /** The colour of its bin in Romania. */
  readonly color: string;
  /** Of words on that colour. */
  readonly text: string;
  /** Of lines on white, which yellow is too bright for. */
  readonly edge: string;
  /** Stands for the console's icon: mail programs show neither SVG nor, before somebody asks for them, pictures. */
  readonly sign: string;
}

/** The one set of colours of waste streams; a test holds the console's styles to it. */
export const streamTokens: Readonly<Record<WasteStream, StreamToken>> = {
  paper_cardboard: { name: 'paper', color: '#1a5fb4', text: '#ffffff', edge: '#1a5fb4', sign: '📄' },
  plastic_metal: { name: 'plastic', color: '#f5c211', text: '#241f00', edge: '#947100', sign: '🥫' },
  glass: { name: 'glass', color: '#1f7a33', text: '#ffffff', edge: '#1f7a33', sign: '🍾' },
  biodegradable: { name: 'biodegradable', color: '#7a4a21', text: '#ffffff', edge: '#7a4a21', sign: '🍂' },
  residual: { name: 'residual', color: '#5c6068', text: '#ffffff', edge: '#5c6068', sign: '🗑' },
};
