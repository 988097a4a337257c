/** What a scan came to, to be told by ear: the eyes of whoever hands cards out are on the cards. */
export type Tone = 'done' | 'known' | 'trouble';

interface Beep {
  readonly hertz: number;
  readonly seconds: number;
}

const beeps: Readonly<Record<Tone, readonly Beep[]>> = {
  done: [{ hertz: 1047, seconds: 0.09 }],
  known: [
    { hertz: 784, seconds: 0.07 },
    { hertz: 784, seconds: 0.07 },
  ],
  trouble: [
    { hertz: 233, seconds: 0.18 },
    { hertz: 175, seconds: 0.3 },
  ],
};

const volume = 0.12;
const gapSeconds = 0.05;

let context: AudioContext | undefined;

/** Sounds `tone`; silent where the browser has no sound to give. */
export function sound(tone: Tone): void {
  context ??= new AudioContext();
  // Browsers hold sound back until the page was touched once; a scan is such a touch.
  void context.resume().catch(() => undefined);
  let at = context.currentTime;
  for (const { hertz, seconds } of beeps[tone]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = hertz;
    oscillator.type = tone === 'trouble' ? 'square' : 'sine';
    gain.gain.value = volume;
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds + gapSeconds;
  }
}
