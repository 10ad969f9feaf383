/** Clicks on their way to a move, along the scene's tree of legal clicks. */

/** @typedef {{[name: string]: Tree | string}} Tree */
/** @typedef {{kind: "move", text: string} | {kind: "step" | "back" | "no"}} Picked */

export class Choice {
  /** @param {Tree} [tree] */
  constructor(tree = {}) {
    this.tree = tree;
    /** @type {string[]} */
    this.path = [];
  }

  /** What may be clicked now. @returns {Tree} */
  get branch() {
    return (this.path.reduce((branch, name) => (branch)[name], this.tree));
  }

  get isEmpty() {
    return Object.keys(this.tree).length === 0;
  }

  /**
   * Click something: the next step of a move, its last one, or, clicked again, the step before.
   * @param {string} name
   * @returns {Picked}
   */
  pick(name) {
    const branch = this.branch;
    if (Object.hasOwn(branch, name)) {
      const next = branch[name];
      if (typeof next === "string") return { kind: "move", text: next };
      this.path.push(name);
      return { kind: "step" };
    }
    if (this.path.at(-1) === name) {
      this.path.pop();
      return { kind: "back" };
    }
    if (this.path.length && typeof this.tree[name] === "object") {
      this.path = [name];
      return { kind: "step" };
    }
    return { kind: "no" };
  }

  /** @returns {boolean} was there a step to take back? */
  back() {
    return this.path.pop() !== undefined;
  }
}
