import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleSerial } from '@noa/domain/codes/card-code.ts';
import { readScan, unmistakable } from './scan.ts';

const apartments = ['1', '2', '10', '12A', 'CAMERA2', 'Ștrand'].map((addrAp) => ({ id: `id of ${addrAp}`, addrAp }));
const decimalReader = { notation: 'decimal', byteOrder: 'reversed' } as const;

describe('readScan', () => {
  it.each(['04A2B1C3', '04:a2:b1:c3', 'ACKFMOD', ' ack-fmod '])('takes %j for the one card it is', (text) => {
    expect(readScan(text, apartments, null)).toMatchObject({ kind: 'serial', reading: { serialNumber: '04A2B1C3' } });
  });

  it('asks which card is meant by the digits of a reader it does not know', () => {
    const scan = readScan('0077771203', apartments, null);

    expect(scan.kind === 'ambiguous' && scan.readings.map(({ serialNumber }) => serialNumber)).toEqual([
      '0077771203',
      '04A2B1C3',
      'C3B1A204',
    ]);
  });

  it('reads the digits as the known reader writes them', () => {
    expect(readScan('0077771203', apartments, decimalReader)).toMatchObject({
      kind: 'serial',
      reading: { serialNumber: 'C3B1A204' },
    });
    expect(readScan('77771203', apartments, decimalReader)).toMatchObject({
      kind: 'serial',
      reading: { serialNumber: 'C3B1A204' },
    });
  });

  it.each([
    ['1', '1'],
    ['12a', '12A'],
    [' 10 ', '10'],
    ['#2', '2'],
    ['ap. 12a', '12A'],
    ['ap 10', '10'],
    ['#camera2', 'CAMERA2'],
    ['strand', 'Ștrand'],
  ])('goes to the apartment when %j is typed', (text, addrAp) => {
    expect(readScan(text, apartments, decimalReader)).toEqual({ kind: 'goTo', apartmentId: `id of ${addrAp}` });
  });

  it('takes for a card what may be its code, though an apartment is called so', () => {
    expect(readScan('CAMERA2', apartments, null)).toMatchObject({ kind: 'serial' });
  });

  it('knows a number that no apartment has from text that is nothing', () => {
    expect(readScan('99', apartments, null)).toEqual({ kind: 'noApartment' });
    expect(readScan('#999', apartments, null)).toEqual({ kind: 'noApartment' });
    expect(readScan('card of Mr Pop', apartments, null)).toEqual({ kind: 'unreadable' });
  });

  it('never takes a whole serial for an apartment, nor one card for another', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([0-9A-F]{2}){4,10}$/), (serialNumber) => {
        const scan = readScan(unmistakable(serialNumber), apartments, decimalReader);

        expect(scan).toMatchObject({ kind: 'serial', reading: { serialNumber } });
        expect(settleSerial(unmistakable(serialNumber))).toEqual({ serialNumber });
      }),
    );
  });
});
