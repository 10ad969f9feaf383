BEGIN TRANSACTION;
CREATE TABLE accounts (
	person VARCHAR(32) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	folded VARCHAR(500) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	epoch INTEGER NOT NULL, 
	made DOUBLE NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (person), 
	CONSTRAINT uq_accounts_folded UNIQUE (folded)
);
INSERT INTO "accounts" VALUES('ann','Ann','ann','$argon2id$v=19$m=65536,t=3,p=4$0hJ2rMbibKvGxFep/UAk8w$ztCbu1heOl1g/Wl7mcPLYglLFzRA8ThqppQURC2z5B8',1,1.79494079959549689292e+09);
INSERT INTO "accounts" VALUES('bob','Bob','bob','$argon2id$v=19$m=65536,t=3,p=4$D7A9RTc/6xIXQD28FM/ltQ$vmnxFotnXKDpZVs3yoCjlZHary5z5N3r+0GybQQc78w',1,1.79494079983727407453e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE facts (
	name VARCHAR(16) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_facts PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('alive','1000005.0');
INSERT INTO "facts" VALUES('secret','9538fde14ac6cf032fcfdbf77eaf7492e1f7f562f379f362cc3ab4c2daa9abd2');
CREATE TABLE gone (
	person VARCHAR(32) NOT NULL, 
	became VARCHAR(32), 
	is_done BOOLEAN NOT NULL, 
	CONSTRAINT pk_gone PRIMARY KEY (person)
);
INSERT INTO "gone" VALUES('eve','ann',1);
INSERT INTO "gone" VALUES('cid',NULL,1);
CREATE TABLE log (
	"match" VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	ply INTEGER, 
	at DOUBLE NOT NULL, 
	event TEXT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY ("match", number), 
	CONSTRAINT uq_log_match_ply UNIQUE ("match", ply)
);
INSERT INTO "log" VALUES('x6CamqJIDPEb',1,NULL,1000000.0,'{"kind":"created","game":"quixo","options":{"size":5},"seats":[{"person":"ann","name":"Ann"},{}],"terms":{"clock":{"kind":"game","time":300,"increment":3},"absent":"score","allow":[],"team_chat":false,"rounds":1,"rated":true,"public":false}}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',2,NULL,1000000.0,'{"kind":"sat","seat":1,"person":"bob","name":"Bob"}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',3,0,1000000.0,'{"kind":"moved","seat":0,"move":"a1e1"}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',4,1,1000000.0,'{"kind":"moved","seat":1,"move":"a5a1"}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',5,2,1000005.0,'{"kind":"moved","seat":0,"move":"e1a1"}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',6,NULL,1000005.0,'{"kind":"said","person":"ann","name":"Ann","text":"good luck"}');
INSERT INTO "log" VALUES('x6CamqJIDPEb',7,NULL,1000005.0,'{"kind":"resigned","seat":1}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',1,NULL,1000005.0,'{"kind":"created","game":"quixo","options":{"size":3},"seats":[{"person":"ann","name":"Ann"},{}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"score","allow":[],"team_chat":false,"rounds":2,"rated":false,"public":false}}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"bob","name":"Bob"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',3,0,1000005.0,'{"kind":"moved","seat":0,"move":"a2a1"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',4,1,1000005.0,'{"kind":"moved","seat":1,"move":"b1b3"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',5,2,1000005.0,'{"kind":"moved","seat":0,"move":"a3c3"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',6,3,1000005.0,'{"kind":"moved","seat":1,"move":"b1a1"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',7,4,1000005.0,'{"kind":"moved","seat":0,"move":"c1c3"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',8,5,1000005.0,'{"kind":"moved","seat":1,"move":"a2a1"}');
INSERT INTO "log" VALUES('KmTAlwQXAcwx',9,NULL,1000005.0,'{"kind":"followed","table":"g6vait5stk3f"}');
INSERT INTO "log" VALUES('g6vait5stk3f',1,NULL,1000005.0,'{"kind":"created","game":"quixo","options":{"size":3},"seats":[{"person":"bob","name":"Bob"},{"person":"ann","name":"Ann"}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"score","allow":[],"team_chat":false,"rounds":2,"rated":false,"public":false},"played":[[0.0,1.0]],"previous":"KmTAlwQXAcwx"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',1,NULL,1000005.0,'{"kind":"created","game":"x","options":{"size":6,"to_the_end":false},"seats":[{"person":"ann","name":"Ann"},{},{}],"terms":{"clock":{"kind":"days","time":2,"increment":0.0},"absent":"bot","allow":[],"team_chat":false,"rounds":1,"rated":false,"public":true}}');
INSERT INTO "log" VALUES('6Gnft23bdixM',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"bob","name":"Bob"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',3,NULL,1000005.0,'{"kind":"sat","seat":2,"person":"cid","name":"Cid"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',4,0,1000005.0,'{"kind":"moved","seat":0,"move":"a1"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',5,1,1000005.0,'{"kind":"moved","seat":1,"move":"e1"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',6,2,1000005.0,'{"kind":"moved","seat":2,"move":"f1"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',7,3,1000005.0,'{"kind":"moved","seat":0,"move":"a2"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',8,4,1000005.0,'{"kind":"moved","seat":1,"move":"b2"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',9,NULL,1000005.0,'{"kind":"offered","matter":"takeback","seat":0,"keep":3}');
INSERT INTO "log" VALUES('6Gnft23bdixM',10,NULL,1000005.0,'{"kind":"answered","offer":9,"person":"bob","yes":true}');
INSERT INTO "log" VALUES('6Gnft23bdixM',11,NULL,1000005.0,'{"kind":"answered","offer":9,"person":"cid","yes":true}');
INSERT INTO "log" VALUES('6Gnft23bdixM',12,5,1000005.0,'{"kind":"tookback","keep":3}');
INSERT INTO "log" VALUES('6Gnft23bdixM',13,NULL,1000005.0,'{"kind":"offered","matter":"pause","seat":1}');
INSERT INTO "log" VALUES('6Gnft23bdixM',14,NULL,1000005.0,'{"kind":"answered","offer":13,"person":"ann","yes":true}');
INSERT INTO "log" VALUES('6Gnft23bdixM',15,NULL,1000005.0,'{"kind":"answered","offer":13,"person":"cid","yes":false}');
INSERT INTO "log" VALUES('6Gnft23bdixM',16,NULL,1000005.0,'{"kind":"offered","matter":"pause","seat":2}');
INSERT INTO "log" VALUES('6Gnft23bdixM',17,NULL,1000005.0,'{"kind":"answered","offer":16,"person":"ann","yes":true}');
INSERT INTO "log" VALUES('6Gnft23bdixM',18,NULL,1000005.0,'{"kind":"answered","offer":16,"person":"bob","yes":true}');
INSERT INTO "log" VALUES('6Gnft23bdixM',19,NULL,1000005.0,'{"kind":"paused"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',20,NULL,1000005.0,'{"kind":"resumed"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',21,NULL,1000005.0,'{"kind":"held","seconds":7.5}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',1,NULL,1000005.0,'{"kind":"created","game":"quixo-teams","options":{},"seats":[{"person":"ann","name":"Ann"},{},{},{}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"bot","allow":[],"team_chat":true,"rounds":1,"rated":false,"public":false}}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"bob","name":"Bob"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',3,NULL,1000005.0,'{"kind":"sat","seat":2,"person":"cid","name":"Cid"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',4,NULL,1000005.0,'{"kind":"sat","seat":3,"person":"dee","name":"Dee"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',5,0,1000005.0,'{"kind":"moved","seat":0,"move":"a1e1s"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',6,NULL,1000005.0,'{"kind":"said","person":"dee","name":"Dee","text":"to you","side":1}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',7,NULL,1000005.0,'{"kind":"stoodin","seat":3,"bot":"level:4","why":"left"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',8,NULL,1000005.0,'{"kind":"gaveback","seat":3}');
INSERT INTO "log" VALUES('b8Lc9iifvZmq',1,NULL,1000005.0,'{"kind":"created","game":"olix","options":{"interior":"any","to_the_end":false},"seats":[{"person":"eve","name":"Eve"},{}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"score","allow":[],"team_chat":false,"rounds":1,"rated":false,"public":false}}');
INSERT INTO "log" VALUES('b8Lc9iifvZmq',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"bob","name":"Bob"}');
INSERT INTO "log" VALUES('b8Lc9iifvZmq',3,0,1000005.0,'{"kind":"moved","seat":0,"move":"f6"}');
INSERT INTO "log" VALUES('b8Lc9iifvZmq',4,NULL,1000005.0,'{"kind":"became","person":"eve","now":"ann","name":"Ann"}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',1,NULL,1000005.0,'{"kind":"created","game":"plateau-x-mini","options":{},"seats":[{"person":"ann","name":"Ann"},{}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"score","allow":[],"team_chat":false,"rounds":1,"rated":false,"public":false}}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"dee","name":"Dee"}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',3,0,1000005.0,'{"kind":"moved","seat":0,"move":"Sa1"}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',4,NULL,1000005.0,'{"kind":"offered","matter":"end","seat":0}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',5,NULL,1000005.0,'{"kind":"answered","offer":4,"person":"dee","yes":true}');
INSERT INTO "log" VALUES('rgaPAci7fR9L',6,NULL,1000005.0,'{"kind":"agreed"}');
INSERT INTO "log" VALUES('CsXJJhbtXaJZ',1,NULL,1000005.0,'{"kind":"created","game":"plateau-x","options":{},"seats":[{"person":"ann","name":"Ann"},{"bot":"level:1"},{"bot":"level:1"},{"bot":"level:1"}],"terms":{"clock":{"kind":"move","time":30,"increment":0.0},"absent":"bot","allow":["hint","shares"],"team_chat":false,"rounds":1,"rated":false,"public":false}}');
INSERT INTO "log" VALUES('CsXJJhbtXaJZ',2,0,1000005.0,'{"kind":"moved","seat":0,"move":"Sa1"}');
INSERT INTO "log" VALUES('CsXJJhbtXaJZ',3,1,1000005.0,'{"kind":"moved","seat":1,"move":"Sb1"}');
INSERT INTO "log" VALUES('CsXJJhbtXaJZ',4,2,1000005.0,'{"kind":"moved","seat":2,"move":"Sc1"}');
INSERT INTO "log" VALUES('CsXJJhbtXaJZ',5,3,1000005.0,'{"kind":"moved","seat":3,"move":"Sd1"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',9,NULL,1000005.0,'{"kind":"stoodin","seat":2,"bot":"level:4","why":"resigned"}');
INSERT INTO "log" VALUES('2FCC7pgoDVBd',10,NULL,1000005.0,'{"kind":"forgotten","person":"cid"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',22,NULL,1000005.0,'{"kind":"stoodin","seat":2,"bot":"level:4","why":"resigned"}');
INSERT INTO "log" VALUES('6Gnft23bdixM',23,NULL,1000005.0,'{"kind":"forgotten","person":"cid"}');
INSERT INTO "log" VALUES('VGvdgE3wlkin',1,NULL,1000005.0,'{"kind":"created","game":"x","options":{"size":10,"to_the_end":false},"seats":[{"person":"ann","name":"Ann"},{},{}],"terms":{"clock":{"kind":"none","time":0.0,"increment":0.0},"absent":"bot","allow":[],"team_chat":false,"rounds":1,"rated":false,"public":true}}');
INSERT INTO "log" VALUES('VGvdgE3wlkin',2,NULL,1000005.0,'{"kind":"sat","seat":1,"person":"bob","name":"Robert"}');
INSERT INTO "log" VALUES('VGvdgE3wlkin',3,NULL,1000005.0,'{"kind":"left","seat":1}');
CREATE TABLE matches (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	changed DOUBLE NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	wake DOUBLE, public BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('x6CamqJIDPEb','quixo',1000005.0,'over',NULL,0);
INSERT INTO "matches" VALUES('KmTAlwQXAcwx','quixo',1000005.0,'over',NULL,0);
INSERT INTO "matches" VALUES('g6vait5stk3f','quixo',1000005.0,'playing',NULL,0);
INSERT INTO "matches" VALUES('6Gnft23bdixM','x',1000005.0,'playing',1172812.5,1);
INSERT INTO "matches" VALUES('2FCC7pgoDVBd','quixo-teams',1000005.0,'playing',NULL,0);
INSERT INTO "matches" VALUES('b8Lc9iifvZmq','olix',1000005.0,'playing',NULL,0);
INSERT INTO "matches" VALUES('rgaPAci7fR9L','plateau-x-mini',1000005.0,'over',NULL,0);
INSERT INTO "matches" VALUES('CsXJJhbtXaJZ','plateau-x',1000005.0,'playing',1000035.0,0);
INSERT INTO "matches" VALUES('VGvdgE3wlkin','x',1000005.0,'waiting',NULL,1);
CREATE TABLE rated (
	"match" VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	ended DOUBLE NOT NULL, 
	player VARCHAR(32) NOT NULL, 
	side INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	mean_before DOUBLE NOT NULL, 
	spread_before DOUBLE NOT NULL, 
	mean DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY ("match", seat)
);
INSERT INTO "rated" VALUES('x6CamqJIDPEb',0,'quixo',1000005.0,'ann',0,1,1,1500.0,250.0,1.58349724689292474977e+03,2.35657505208940790445e+02);
INSERT INTO "rated" VALUES('x6CamqJIDPEb',1,'quixo',1000005.0,'bob',1,2,1,1500.0,250.0,1.41650275310707525022e+03,2.35657505208940790445e+02);
CREATE TABLE reviews (
	"match" VARCHAR(16) NOT NULL, 
	ply INTEGER NOT NULL, 
	move VARCHAR(32) NOT NULL, 
	opinion TEXT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY ("match", ply, move)
);
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',0,'','{"shares":[1.0,0.0],"move":"c1c3","line":["c1c3","b1a1","a2a3","a2a3","b3a3","b1b3","b1b3"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',1,'','{"shares":[1.0,0.0],"move":"a3c3","line":["a3c3","c2c1","c2c1","b1c1","a2a1","a3c3"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',2,'','{"shares":[1.0,0.0],"move":"c3c1","line":["c3c1","a2a1","b1a1","c2c1","a3a1"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',3,'','{"shares":[1.0,0.0],"move":"a2a1","line":["a2a1","b3a3","c1c3","c1a1"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',4,'','{"shares":[1.0,0.0],"move":"c1a1","line":["c1a1","a2a1","a2c2"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',5,'','{"shares":[0.0,1.0],"move":"a2a1","line":["a2a1"],"proven":true}');
INSERT INTO "reviews" VALUES('KmTAlwQXAcwx',6,'','{"shares":[0.0,1.0],"move":null,"line":[],"proven":true}');
CREATE TABLE sitters (
	person VARCHAR(32) NOT NULL, 
	"match" VARCHAR(16) NOT NULL, result VARCHAR(8), 
	CONSTRAINT pk_sitters PRIMARY KEY (person, "match")
);
INSERT INTO "sitters" VALUES('ann','x6CamqJIDPEb','won');
INSERT INTO "sitters" VALUES('bob','x6CamqJIDPEb','lost');
INSERT INTO "sitters" VALUES('ann','KmTAlwQXAcwx','lost');
INSERT INTO "sitters" VALUES('bob','KmTAlwQXAcwx','won');
INSERT INTO "sitters" VALUES('ann','g6vait5stk3f',NULL);
INSERT INTO "sitters" VALUES('bob','g6vait5stk3f',NULL);
INSERT INTO "sitters" VALUES('ann','b8Lc9iifvZmq',NULL);
INSERT INTO "sitters" VALUES('bob','b8Lc9iifvZmq',NULL);
INSERT INTO "sitters" VALUES('ann','rgaPAci7fR9L','shared');
INSERT INTO "sitters" VALUES('dee','rgaPAci7fR9L','shared');
INSERT INTO "sitters" VALUES('ann','CsXJJhbtXaJZ',NULL);
INSERT INTO "sitters" VALUES('ann','2FCC7pgoDVBd',NULL);
INSERT INTO "sitters" VALUES('bob','2FCC7pgoDVBd',NULL);
INSERT INTO "sitters" VALUES('dee','2FCC7pgoDVBd',NULL);
INSERT INTO "sitters" VALUES('ann','6Gnft23bdixM',NULL);
INSERT INTO "sitters" VALUES('bob','6Gnft23bdixM',NULL);
INSERT INTO "sitters" VALUES('ann','VGvdgE3wlkin',NULL);
CREATE INDEX ix_matches_wake ON matches (wake);
CREATE INDEX ix_rated_game_player_ended ON rated (game, player, ended);
CREATE INDEX ix_rated_game_ended ON rated (game, ended);
CREATE INDEX ix_matches_public_status_changed ON matches (public, status, changed);
COMMIT;
