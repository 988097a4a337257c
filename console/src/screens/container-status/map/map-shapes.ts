import { levels, type Level } from '../overview.ts';

/** What a level is drawn with; white text is readable on each of them but the last. */
const colors: Readonly<Record<Level, string>> = {
  error: '#c92a2a',
  warning: '#c2410c',
  info: '#935026',
  ok: '#2b8a3e',
  unknown: '#f1f3f5',
};

/** On the pale shape of what is not known. */
export const inkOnPale = '#343a40';

type Corner = readonly [x: number, y: number];

/** Corners of a regular shape in a circle of radius 1, the first at `rotation` of a full turn from the top. */
const regular = (count: number, rotation = 0): Corner[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = 2 * Math.PI * (index / count + rotation) - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)];
  });

/** The shape tells the level without its colour; the same shapes as the icons of the list have. */
const corners: Readonly<Record<Level, readonly Corner[] | null>> = {
  error: regular(8, 1 / 16),
  warning: [
    [0, -1.05],
    [1.1, 0.8],
    [-1.1, 0.8],
  ],
  info: regular(4, 1 / 8),
  ok: null,
  unknown: null,
};

/** Pixels of an image's side at ratio 1. */
export const side = 48;
export const pixelRatio = 2;

function draw(context: CanvasRenderingContext2D, level: Level): void {
  const middle = (side * pixelRatio) / 2;
  const radius = middle * 0.8;
  context.beginPath();
  const shape = corners[level];
  if (shape) {
    for (const [x, y] of shape) {
      context.lineTo(middle + x * radius, middle + y * radius);
    }
    context.closePath();
  } else {
    context.arc(middle, middle, radius * 0.95, 0, 2 * Math.PI);
  }
  context.fillStyle = colors[level];
  context.fill();
  context.lineJoin = 'round';
  context.lineWidth = 3 * pixelRatio;
  context.strokeStyle = level === 'unknown' ? inkOnPale : '#ffffff';
  if (level === 'unknown') {
    context.setLineDash([5 * pixelRatio, 3 * pixelRatio]);
  }
  context.stroke();
}

/** The images of the map, one a level, by its name. */
export function drawShapes(): ReadonlyMap<Level, ImageData> {
  const canvas = document.createElement('canvas');
  canvas.width = side * pixelRatio;
  canvas.height = side * pixelRatio;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) {
    throw new Error('This browser draws no pictures');
  }
  return new Map(
    levels.map((level) => {
      context.reset();
      draw(context, level);
      return [level, context.getImageData(0, 0, canvas.width, canvas.height)];
    }),
  );
}
