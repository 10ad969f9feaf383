/* Generated from the structs of tablier.server and tablier.scene by `make types`: change those, not this. */

/** The legal clicks: from a name to what may be clicked next, down to the text of a move. */
type Tree = { [name: string]: Tree | string };

/** What is drawn once for a game and its options. */
interface Layout {
  /** Every id inside begins with it; `tablier-{id}` is the class that `style` speaks of. */
  id: string;
  width: number;
  height: number;
  /** SVG <symbol> elements for the pieces, and the <defs> they and the board need. */
  symbols: string;
  /** The SVG of the empty board. */
  board: string;
  spots: Spot[];
  /** Of the spots that have none of their own. */
  outline: string;
  /** What a piece is called, by its symbol; those not listed are only seen. */
  labels?: Record<string, string | number>;
  /** Of each seat. */
  emblems?: Emblem[];
  /** Where pieces make room for one that is pushed in, by the first clicks of the move, joined: the spots from the one where it comes in to the one that was left. */
  shifts?: Record<string, string[]>;
  /** The colours of a dark theme; the light ones are written where they are used. */
  style?: string;
}

/** One position, ready to be shown. */
interface Scene {
  pieces?: Piece[];
  marks?: Mark[];
  panels?: Panel[];
  tree?: Tree;
  /** From where to where pieces went by the last move; they went together. */
  slides?: [string, string][];
  /** The spots that the piece of a single slide went over, if it did not go straight. */
  way?: string[];
  /** Spots that this position shows elsewhere than the layout has them, as a relief does. */
  places?: Record<string, [number, number]>;
  /** The symbol that hovers over the spot about to be clicked, by what was clicked first ("": anything). It is shown over the second click, or over the first where one click is the move. */
  ghosts?: Record<string, string>;
  /** What to do after the first click of a move, after the second and so on, where "choose a marked spot" does not say it. */
  prompts?: (string | number)[];
  /** The spots a piece would go over, by the text of the move. */
  routes?: Record<string, string[]>;
  /** What a screen reader says of a spot, by its name, joined by commas. For any other spot it reads its label and that of the piece on it: see `spoken_labels`. */
  spoken?: Record<string, string>;
}

interface News {
  type: "news";
  table: string;
  /** The last line of the log this is about. */
  number: number;
  /** To be echoed with a move. */
  ply: number;
  status: "waiting" | "playing" | "paused" | "over";
  /** The seat to move; null when the game is over. */
  turn: number | null;
  /** Whose turn it is, or who won and why, in words for you. */
  headline: string[];
  /** Searches of other games before that of the computer player to move; 0 when it is its turn to think. */
  ahead: number;
  /** Whether the computer player that is to move or moved last thinks less than its level does: many games are running. */
  reduced: boolean;
  /** The last one made. */
  move: string | null;
  /** All moves that stand. */
  moves: string[];
  /** The seat that made each of `moves`: not every game's seats move in strict turns. */
  movers: number[];
  /** The address of the empty board. */
  layout: string;
  /** The pieces and panels; `tree` holds the clicks that are legal for you now. */
  scene: Scene;
  seats: SeatNews[];
  watchers: number;
  clock: ClockNews;
  offers: OfferNews[];
  outcome: OutcomeNews | null;
  series: SeriesNews | null;
  game: GameNews;
  terms: Terms;
  previous: string;
  /** The table of the game that follows, once there is one. */
  next: string;
  chat: Heard[];
  you: You;
}

/** A player or spectator connected or left. */
interface Presence {
  type: "presence";
  here: boolean[];
  watchers: number;
}

/** How it stands with the computer player to move; the fields replace those of the news. */
interface Thinking {
  type: "thinking";
  ahead: number;
  reduced: boolean;
  headline: string[];
}

/** What the operator tells everybody, for example before a planned stop. */
interface Announcement {
  type: "announcement";
  /** Empty when there is nothing to tell any more. */
  says: string;
}

/** What a refused message or request gets back. */
interface Problem {
  type: "problem";
  code: string;
  says: string;
  facts: Record<string, unknown>;
  /** What the refused message called itself. */
  re: string | number | null;
}

/** The board as it was after so many moves. */
interface SceneNews {
  type: "scene";
  at: number;
  move: string | null;
  scene: Scene;
  re: string | number | null;
}

interface Hint {
  type: "hint";
  ply: number;
  move: string;
  /** What to click. */
  path: string[];
  re: string | number | null;
}

interface Shares {
  type: "shares";
  ply: number;
  /** Each seat's expected share of all points; they add up to 1. */
  shares: number[];
  /** True if they are certain: 1 is a won position, 0 a lost one, equal shares are a draw. */
  proven: boolean;
  re: string | number | null;
}

/** The rule that forbids a click. */
interface Why {
  type: "why";
  says: string;
  clause: string;
  re: string | number | null;
}

/** A chat message was reported. */
interface Reported {
  type: "report";
  number: number;
  re: string | number | null;
}

/** A person, and the token that authenticates requests as theirs. */
interface Identity {
  id: string;
  name: string;
  /** To be sent as `Authorization: Bearer TOKEN`; a browser gets it as a cookie too. */
  token: string;
  /** The token under the name it had in version 0.1. */
  card: string;
}

/** A step, before anything is done. */
interface StepNews {
  game: string;
  step: number;
  steps: number;
  kind: "look" | "do" | "play";
  says: string;
  clause: string;
  /** The address of the empty board. */
  layout: string;
  /** The position, and what it is after each of the moves that the step shows. */
  scenes: Scene[];
  /** These moves in words. */
  told: string[];
  /** Places to look at. */
  points: string[];
  /** A move that completes the step. */
  hint: LessonHint | null;
}

/** The consequence of your move. */
interface AnswerNews {
  done: boolean;
  /** Whether nothing is left to play; unless it is `done` the step begins again. */
  over: boolean;
  says: string;
  /** All of them; in a game, to be sent with your next one. */
  moves: string[];
  /** The position after your move and after each of the others'. */
  scenes: Scene[];
  told: string[];
  hint: LessonHint | null;
}

/** The part of a review that is known. It grows from the first move on. */
interface ReviewNews {
  state: "working" | "done" | "broken";
  /** Positions that are known. */
  known: number;
  /** Positions in all. */
  of: number;
  since: number;
  /** Of each seat, from the position after `since` moves on. */
  shares: number[][];
  /** From the move that led there on. */
  moves: JudgedNews[];
  /** Of each seat, from 0 to 100, over the moves that are known; null for a seat without one. */
  accuracy: (number | null)[];
}

/** Another move tried at a position of the game. */
interface TriedMove {
  tried: JudgedNews;
  /** What was played in the game. */
  made: JudgedNews;
  /** The board after the move. */
  scene: Scene;
}

/** A position of the analysis board. */
interface PositionNews {
  /** Where the moves began, as the game writes it; empty for the usual position. */
  start: string;
  /** The position as text. */
  position: string;
  /** The moves as the game writes them. */
  moves: string[];
  /** The seat of each move. */
  movers: number[];
  /** The seat to move; None when the game is over. */
  turn: number | null;
  /** Whose turn it is, or who won and why. */
  headline: string[];
  /** The last move in words. */
  told: string;
  layout: string;
  /** Its tree offers every legal move, whoever is to move. */
  scene: Scene;
}

/** What a text holds. */
interface RecordNews {
  /** The analysis board of its game and options; empty where one of several records is to be chosen. */
  address: string;
  /** The record as JSON; for a position one without moves. */
  record: Record<string, unknown>;
  /** What to choose from where a text has several records. */
  titles: string[];
}

interface TextNews {
  text: string;
  /** The name of a file to keep it in. */
  file: string;
}

/** What lies on the board, and what it is. */
interface SetupNews {
  placed: PlacedThing[];
  /** The seat to move; None where it follows from the board. */
  turn: number | null;
  counts: CountNews[];
  /** The position as text; empty if it cannot be. */
  position: string;
  /** Why it cannot be, or why the thing was not placed. */
  says: string;
  clause: string;
  layout: string;
  /** Its tree offers every thing on every spot; a placing is written as the thing, a space and the spot. */
  scene: Scene;
}

/** All legal moves of a position, the best first. */
interface MoveValuesNews {
  moves: MoveValueNews[];
}

/** Who gets what in a position; without a title if the game does not say. */
interface InsightNews {
  title: string;
  legend: LegendNews[];
  overlays: OverlayNews[];
}

/** Why a move is good or bad; no words where nothing is certain. */
interface ReasonNews {
  move: string;
  /** The move that is better; empty if it is the best itself. */
  best: string;
  says: string;
  overlays: OverlayNews[];
}

/** What the computer thinks of a position so far. */
interface ThoughtNews {
  type: "thought";
  re: number;
  /** Of each seat. */
  shares: number[];
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineNews[];
  exact: boolean;
  /** Whether no better one follows. */
  final: boolean;
}

/** Others come first. */
interface QueuedNews {
  type: "queued";
  re: number;
  ahead: number;
}

/** A puzzle, before anything is done. */
interface PuzzleNews {
  id: string;
  game: string;
  /** The game, with the options that are not left as they come. */
  title: string;
  /** What is asked for. */
  says: string;
  seat: number;
  /** Moves that are yours in the solution. */
  moves: number;
  /** The lowest level of computer players that finds the first move. */
  level: number;
  /** The puzzle's rating. */
  points: number;
  /** The address of the empty board. */
  layout: string;
  scene: Scene;
  /** Whether your first attempt solved it; null if there was none. */
  tried: boolean | null;
  /** Your puzzle rating in words; empty without an account or an attempt. */
  rating: string;
}

/** The consequence of your move. */
interface PuzzleAnswer {
  right: boolean;
  solved: boolean;
  says: string;
  /** All of them; to be sent with your next one. */
  moves: string[];
  /** The position after your move and after each of the others'. */
  scenes: Scene[];
  /** These moves in words. */
  told: string[];
  /** How your rating changed; empty if it did not. */
  rating: string;
}

/** The solution from the puzzle's position on. */
interface PuzzleSolution {
  moves: string[];
  /** The position, and what it is after each move. */
  scenes: Scene[];
  told: string[];
  says: string;
  /** How your rating changed; empty if it did not. */
  rating: string;
}

/** What there is to repeat. */
interface DrillNews {
  /** Something is due; games are being analysed; nothing is due before `next`; there are no mistakes. */
  state: "due" | "working" | "later" | "none";
  /** How many are due. */
  due: number;
  /** How many you know. */
  learnt: number;
  /** How many come back later. */
  later: number;
  /** Seconds until the next one is due. */
  next: number | null;
  /** Finished games that were looked at. */
  games: number;
  /** Finished games that are not analysed yet. */
  waiting: number;
  task: DrillTask | null;
}

/** A move in a drill compared with the best one. */
interface DrillAnswer {
  solved: boolean;
  /** When it comes back. */
  says: string;
  found: TriedMove;
  /** The mistake, with the best move. */
  judged: JudgedNews;
}

/** Make a move. `ply` is that of the news: a move meant for another position is refused. */
interface Play {
  act: "play";
  move: string;
  ply: number;
  /** Counted from 0; by default your seat to move. */
  seat?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Take an open seat. */
interface Sit {
  act: "sit";
  seat: number;
  name?: string;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Be called otherwise at this table, as a guest; an account's name is changed on its own page. */
interface Rename {
  act: "rename";
  name: string;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Leave a seat: before the first move it is open again, later a bot plays on until you return. */
interface Leave {
  act: "leave";
  seat?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Take back your seat from the bot that played for you. */
interface Return {
  act: "return";
  seat: number;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Let a bot play for a player who is away. */
interface StandIn {
  act: "stand_in";
  seat: number;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Resign. */
interface Resign {
  act: "resign";
  seat?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Offer what needs the other players' consent; it happens at once if there are none. The end (a draw, or whatever the game makes of it; `winner` where it must be agreed who won), a takeback of your last move, a pause, a rematch. */
interface MakeOffer {
  act: "offer";
  matter: "end" | "takeback" | "pause" | "rematch";
  seat?: number | null;
  winner?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Accept or decline an offer, by its number. Declining one's own offer withdraws it. */
interface Answer {
  act: "answer";
  offer: number;
  yes: boolean;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Go on after a pause. */
interface Resume {
  act: "resume";
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Begin the next round of a series. */
interface NextRound {
  act: "next_round";
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Chat with the table, or with your partners where team chat is on (§Q14); spectators with each other. */
interface Say {
  act: "say";
  text: string;
  to?: "table" | "team";
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** The board after `at` moves. */
interface AskScene {
  act: "scene";
  at: number;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** A good move, here or after `at` moves of a finished game. */
interface AskHint {
  act: "hint";
  at?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Each seat's expected share of the points. */
interface AskShares {
  act: "shares";
  at?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Which rule forbids every move that begins with these clicks. */
interface AskWhy {
  act: "why";
  path: string[];
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** Report a chat message, by its number, to whoever runs the server. */
interface Report {
  act: "report";
  number: number;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** See the board from another seat or in another view from now on; the news is sent again. */
interface ChangePerspective {
  act: "look";
  viewpoint?: number | null;
  view?: string;
  /** The seconds after a move before a bot's answer is made; as before if left out. */
  pause?: number | null;
  /** The sender's id for this message; the answer or problem carries it. */
  re?: string | number | null;
}

/** A place on the board that can be clicked or focused. */
interface Spot {
  name: string;
  x: number;
  y: number;
  /** The path of its outline around (x, y), in SVG's words; unless told, the layout's. */
  outline?: string;
  /** What it is called when read out; unless told, its name. */
  label?: string | number;
}

/** What stands for a seat beside the board. */
interface Emblem {
  /** It is drawn within 24 of its origin. */
  symbol: string;
  colour: string;
}

/** Something that lies on the board: one <use> of a symbol. Earlier ones are drawn under later ones. */
interface Piece {
  /** Its place's name; `Scene.slides` says which places changed by the last move. What else belongs to a spot adds a dot and a word of its own: "c3.2". */
  id: string;
  symbol: string;
  x?: number;
  /** Where its symbol's origin lies; unless told, on the spot that its id names. */
  y?: number;
  classes?: string;
}

/** Something said about places: the last move, a winning line, a pattern. */
interface Mark {
  /** last: of the last move; end: what decided the game. A class of the stylesheet. */
  kind: string;
  spots: string[];
  seat?: number;
  label?: string | number;
  /** Is a line drawn through the spots, from the first to the last, as well as their outlines? */
  through?: boolean;
}

/** What stands beside the board: stocks, score columns, corners; rows of items. */
interface Panel {
  kind: string;
  title: string | number;
  rows: Item[][];
  /** The name of the setting that makes it visible, if it has one. Screen readers read it anyway. */
  setting?: string | number;
}

interface SeatNews {
  /** The seat's name in the game: "Crosses". */
  title: string;
  /** Who sits there; empty for an open seat and for a bot without a name. */
  name: string;
  kind: "open" | "person" | "bot";
  bot: string;
  /** Why a bot plays for the person named. */
  why: "" | "left" | "time" | "resigned";
  /** Whether the player is connected; bots always are. */
  here: boolean;
  /** Whether the player had no account when they sat down. */
  guest: boolean;
  /** At a rated table. */
  rating: RatingNews | null;
  /** The name of a bot where several of its level play; otherwise empty. */
  called: string;
}

interface ClockNews {
  kind: "none" | "game" | "move" | "days";
  time: number;
  increment: number;
  /** Seconds by seat at the moment `at`; null where no time is counted, as for bots. */
  left: (number | null)[];
  running: number | null;
  /** The server's time, in seconds since the epoch. */
  at: number;
}

interface OfferNews {
  number: number;
  matter: "end" | "takeback" | "pause" | "rematch";
  seat: number;
  winner: number | null;
  /** How many moves would stay. */
  keep: number | null;
  /** The seats that have not answered yet. */
  asked: number[];
}

interface OutcomeNews {
  scores: number[];
  reason: string;
  /** The reason in a few words, where the rules ended the game. */
  says: string;
  winners: number[];
  places: number[];
  /** The seat that resigned, ran out of time, or won by agreement. */
  by: number | null;
}

interface SeriesNews {
  round: number;
  rounds: number;
  /** The best first (§P14). */
  table: StandingNews[];
  is_over: boolean;
  is_decided: boolean;
}

interface GameNews {
  id: string;
  title: string;
  options: Record<string, unknown>;
  sides: number[][];
  /** The ways to draw it, the usual one first. */
  views: string[];
}

/** What was agreed before the game. */
interface Terms {
  clock: Control;
  /** When a seat resigns or runs out of time: a bot plays it on, or the game ends and is scored. */
  absent: "bot" | "score";
  /** The help players may ask for. */
  allow: ("hint" | "shares")[];
  /** Whether partners may chat among themselves (§Q14). */
  team_chat: boolean;
  rounds: number;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** Whether it is listed for everybody to join and watch. */
  public: boolean;
}

interface Heard {
  number: number;
  name: string;
  /** Stands for the person who wrote it, under whatever name; at another table they have another one. */
  writer: string;
  text: string;
  /** Whether it is for the receiver's side only, or among spectators. */
  team: boolean;
  /** The server's time, in seconds since the epoch. */
  at: number;
  /** Whether the receiver wrote it. */
  own: boolean;
}

/** The receiver of the news. */
interface You {
  name: string;
  /** The seats you play. */
  seats: number[];
  /** Your seats that a bot plays for you and would hand back. */
  away: number[];
  /** The commands allowed now: names of acts, and offers by their matter. `offer:end:winner` where a winner must be named. */
  may: string[];
}

interface LessonHint {
  move: string;
  /** What to click. */
  path: string[];
}

/** A move compared with the best one. Shares are those of the mover's side, as parts of all points. */
interface JudgedNews {
  /** How many moves were made before it. */
  ply: number;
  seat: number;
  move: string;
  best: string;
  /** What to click for the best move. */
  path: string[];
  /** How the game would have gone on, the best move first. */
  line: string[];
  share: number;
  best_share: number;
  lost: number;
  /** The uncertainty of the loss; 0 when it is proven. */
  noise: number;
  mistake: boolean;
}

interface PlacedThing {
  thing: string;
  spot: string;
}

/** A number beside the board that can be set. */
interface CountNews {
  name: string;
  label: string;
  value: number;
  least: number;
  most: number;
}

/** What a move gives the side that makes it. */
interface MoveValueNews {
  move: string;
  path: string[];
  share: number;
  /** Where it is certain. */
  verdict: "" | "won" | "drawn" | "lost";
  /** Moves until the end, where that is known. */
  distance: number | null;
}

/** What overlays of one look mean. */
interface LegendNews {
  text: string;
  kind: "area" | "path" | "text" | "arrow";
  seat: number | null;
  weight: number;
}

/** Something to draw over the board. */
interface OverlayNews {
  kind: "area" | "path" | "text" | "arrow";
  spots: string[];
  /** Whose colour it has. */
  seat: number | null;
  /** How strongly it is drawn, from 0 to 1. */
  weight: number;
  text: string;
}

/** One of the best moves and how the game would go on. */
interface LineNews {
  moves: string[];
  /** The clicks of the first move. */
  path: string[];
  /** Of the points, for the side that makes it. */
  share: number;
  /** Where it is certain. */
  verdict: "" | "won" | "drawn" | "lost";
  /** Moves until the end, where that is known. */
  distance: number | null;
}

/** The position before a mistake of yours. */
interface DrillTask {
  table: string;
  ply: number;
  /** The game. */
  title: string;
  /** Whose move it is. */
  seat: string;
  /** What you played. */
  move: string;
  /** What it gave away, as a part of all points. */
  lost: number;
  /** How often in a row you found a better move. */
  stage: number;
  layout: string;
  scene: Scene;
}

/** An entry of a panel: words, or a symbol, that may belong to a seat and may be clicked under a name. */
interface Item {
  text?: string | number;
  /** It is drawn within 24 of its origin. */
  symbol?: string;
  seat?: number;
  name?: string;
  classes?: string;
  /** What a screen reader says instead of the text. */
  label?: string | number;
}

/** A player's rating; after the game, also the one before it. */
interface RatingNews {
  points: number;
  /** Half the width of the error bar. */
  error: number;
  /** Whether the rating is still uncertain. */
  provisional: boolean;
  /** The points before this game, once it has counted. */
  before: number | null;
  says: string;
}

interface StandingNews {
  /** Where the player sits in this round. */
  seat: number;
  name: string;
  points: number;
  firsts: number;
}

/** How much time there is: not counted, `time` seconds a game or a move, or `time` days a move. A game's clock may get `increment` seconds more after each move. */
interface Control {
  kind: "none" | "game" | "move" | "days";
  time: number;
  increment: number;
}

/** What a player may do; everybody at the table is told what came of it. */
type ActMessage = Play | Sit | Rename | Leave | Return | StandIn | Resign | MakeOffer | Answer | Resume | NextRound | Say;

/** A question to the table; the answer comes to the one who asked. */
type AskMessage = AskScene | AskHint | AskShares | AskWhy | Report;

/** What a table sends unasked. */
type PushedMessage = News | Presence | Thinking | Announcement | Problem;

/** What comes of a question. */
type AnswerMessage = SceneNews | Hint | Shares | Why | Reported;
