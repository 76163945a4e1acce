// Loaded before a process of the service: its own clock goes wrong by SHIFT_MS, as after a lost time server.
const shiftMs = Number(process.env['SHIFT_MS']);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
