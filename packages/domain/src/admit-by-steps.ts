/** A step of an admission, in which a host may refuse the call. */
export interface AdmissionStep<Name extends string = string> {
  name: Name;
  /** Whoever is refused here has not shown who calls: the refusal counts as a failed authentication. */
  isAuthentication?: true;
  /** Asked again while a long answer is sent: what was taken away since ends it. */
  isRepeated?: true;
}

/** The names of the steps in a list. */
export type StepOf<Steps extends readonly AdmissionStep[]> = Steps[number]['name'];

/** The names of the steps in a list that are asked again. */
export type RepeatedStepOf<Steps extends readonly AdmissionStep[]> = Extract<
  Steps[number],
  { isRepeated: true }
>['name'];

/** What a host does in each of some steps. It refuses the call by an error. */
export type StepHost<Name extends string, Call, Route> = Record<
  Name,
  (call: Call, route: Route) => Promise<void> | void
>;

/** What a host does in an admission. */
export type AdmissionHost<Name extends string, Call, Route> = StepHost<Name, Call, Route> & {
  /** Counts a failed authentication. @throws ApiError `RATE_LIMITED`. */
  countFailure: (call: Call) => Promise<void> | void;
};

/**
 * Runs the steps of an admission in their order, so that of several refusals all hosts answer with the same one. Waits only
 * where a step does.
 *
 * @throws what the first step that refuses throws; what `countFailure` throws comes before it.
 */
export async function admitBySteps<Name extends string, Call, Route>(
  steps: readonly AdmissionStep<Name>[],
  host: AdmissionHost<Name, Call, Route>,
  call: Call,
  route: Route,
): Promise<void> {
  for (let index = 0; index < steps.length; index += 1) {
    const { name, isAuthentication } = steps[index] as AdmissionStep<Name>;
    try {
      const pending = host[name](call, route);
      if (pending) await pending;
    } catch (error) {
      if (isAuthentication) await host.countFailure(call);
      throw error;
    }
  }
}

/**
 * Asks the steps of an admission again that a long answer repeats, in their order. A refusal counts as no failed authentication:
 * the call was let in.
 *
 * @throws what the first step that refuses throws.
 */
export async function repeatSteps<Steps extends readonly AdmissionStep[], Call, Route>(
  steps: Steps,
  host: StepHost<RepeatedStepOf<Steps>, Call, Route>,
  call: Call,
  route: Route,
): Promise<void> {
  for (const { name, isRepeated } of steps) {
    const pending = isRepeated && host[name as RepeatedStepOf<Steps>](call, route);
    if (pending) await pending;
  }
}
