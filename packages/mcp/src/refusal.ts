/** Why a tool does not do what it was asked; nothing was changed. */
export class Refusal extends Error {
  override readonly name: string;
  readonly fix: string;

  /** @param fix - what to do about it. */
  constructor(name: string, message: string, fix: string) {
    super(message);
    this.name = name;
    this.fix = fix;
  }
}
