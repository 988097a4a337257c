/** Offsets of zones change on the quarter of an hour: within one, they are asked for once. */
const quarterMs = 15 * 60_000;
const mostKnown = 100_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
function offsetAt(moment: number, zone: string): number {
  const key = `${zone} ${Math.floor(moment / quarterMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) {
    return known;
  }
  const name = formatOf(zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (offsets.size >= mostKnown) {
    offsets.clear();
  }
  offsets.set(key, offset);
  return offset;
}

/** What the clocks of a zone show, to the second, as if it were UTC: spreadsheets know no zones. */
export function localTime(moment: number, zone: string): Date {
  return new Date(Math.floor((moment + offsetAt(moment, zone)) / 1000) * 1000);
}
