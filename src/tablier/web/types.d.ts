/* The data that scripts pass around, by names that all of them know. What Python draws with: tablier/scene.py; the news: docs/api.md. */

type Tree = { [name: string]: Tree | string };
type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };

interface Spot extends Point {
  name: string;
  outline?: string;
  label?: string;
}

interface Layout {
  id: string;
  width: number;
  height: number;
  symbols: string;
  board: string;
  spots: Spot[];
  outline: string;
  labels?: Record<string, string>;
  emblems?: { symbol: string; colour: string }[];
  style?: string;
}

interface Piece {
  id: string;
  symbol: string;
  x?: number;
  y?: number;
  classes?: string;
}

interface Mark {
  kind: string;
  spots: string[];
  seat?: number;
  label?: string;
  through?: boolean;
}

interface Item {
  text?: string | number;
  symbol?: string;
  seat?: number;
  name?: string;
  classes?: string;
  label?: string;
}

interface Panel {
  kind: string;
  title: string;
  rows: Item[][];
}

interface Scene {
  pieces?: Piece[];
  marks?: Mark[];
  panels?: Panel[];
  tree?: Tree;
  slides?: [string, string][];
  way?: string[];
  places?: Record<string, [number, number]>;
  ghosts?: Record<string, string>;
  routes?: Record<string, string[]>;
  spoken?: Record<string, string>;
}

interface SeatNews {
  title: string;
  name: string;
  kind: "open" | "person" | "bot";
  bot: string;
  why: "" | "left" | "time" | "resigned";
  here: boolean;
  rating: { says: string } | null;
}

interface ClockNews {
  kind: "none" | "game" | "move" | "days";
  left: (number | null)[];
  running: number | null;
  at: number;
}

interface Offer {
  number: number;
  matter: "end" | "takeback" | "pause" | "rematch";
  seat: number;
  winner: number | null;
  asked: number[];
}

interface Outcome {
  scores: number[];
  reason: string;
  says: string;
  winners: number[];
  by: number | null;
}

interface Series {
  round: number;
  rounds: number;
  table: { seat: number; name: string; points: number; firsts: number }[];
}

interface News {
  ply: number;
  status: "waiting" | "playing" | "paused" | "over";
  turn: number | null;
  headline: string[];
  move: string | null;
  moves: string[];
  layout: string;
  scene: Scene;
  seats: SeatNews[];
  watchers: number;
  clock: ClockNews;
  offers: Offer[];
  outcome: Outcome | null;
  series: Series | null;
  game: { id: string; title: string; sides: number[][] };
  terms: { team_chat: boolean };
  next: string;
  chat: { name: string; text: string; team: boolean }[];
  you: { name: string; seats: number[]; away: number[]; may: string[] };
  /** When it came, by this machine's time. */
  heard: number;
}

interface Page {
  table: string;
  game: string;
  title: string;
  views: string[];
  bots: Record<string, string>;
  language: string;
  /** Where the game's rules are told, without the bar. */
  rules: string;
  /** One form, or that for one and that for many. */
  words: Record<string, string | [string, string]>;
  /** On the page of a first lesson: the game it is told under, and how many steps it has. */
  lesson?: string;
  steps?: number;
}

/** A step of a lesson: docs/api.md. */
interface StepNews {
  step: number;
  steps: number;
  kind: "look" | "do" | "play";
  says: string;
  clause: string;
  layout: string;
  scenes: Scene[];
  told: string[];
  points: string[];
  hint: { move: string; path: string[] } | null;
}

/** A message to the table: `act` and what belongs to it. */
type Message = { act: string; [part: string]: unknown };
type Problem = { code: string; says: string };

type Board = import("./static/board.js").Board;
type Hand = import("./static/hand.js").Hand;
type Act = (message: Message) => void;

/** Names of spots: first steps of longer moves, further steps, what was clicked, moves of one click, what a bot would click. */
type Offered = Record<"edges" | "rings" | "chosen" | "free" | "hint", string[]>;

/** What the line to the table has to tell. A problem is an act that was refused: nothing has changed. */
interface Hears {
  onMessage(message: any): void;
  onProblem(problem: Problem): void;
  onState(state: "open" | "lost" | "refused", problem?: Problem): void;
}

/** What a hand does: a whole move, a click that leads nowhere, a click or one less. */
interface HandWishes {
  onMove(text: string): void;
  onIllegal(path: string[]): void;
  onChange?(path: string[]): void;
}

interface ActWishes {
  onAct: Act;
  onHint(): void;
  onShares(): void;
  onView(): void;
  onTurn(): void;
  onRemark(text: string, kind?: string): void;
}

/** A move of a finished game, or one tried instead, compared with the best. Shares are those of the mover's side. */
interface JudgedNews {
  ply: number;
  seat: number;
  move: string;
  best: string;
  path: string[];
  line: string[];
  share: number;
  best_share: number;
  lost: number;
  noise: number;
  mistake: boolean;
}

type Stage = import("./static/stage.js").Stage;

interface TrialWishes {
  ask(address: string): Promise<any>;
  scene(at: number): Promise<Scene | undefined>;
  onBegin(): void;
  onLeave(at: number): void;
  onRemark(text: string, kind?: string, more?: Node | string): void;
}
