#!/usr/bin/env -S bash -ev
# 西瓜数据集 3.0（周志华《机器学习》表 4.3）：17 个西瓜，六个离散属性，密度和含糖率两个连续属性。
: "${DATA:=../../tests/data}"
# 按“好瓜”分类计数；编号不是属性。计数就是模型，概率在提问时才由计数算出。
tally fit "$DATA/watermelon3.csv" --target 好瓜 --ignore 编号 -o 西瓜.tally
# 模型里关于“敲声”的计数，以及拉普拉斯修正（λ = 1）后的条件概率。
tally show 西瓜.tally | sed -n '/^敲声/,/^$/p'
# 书中的“测 1”：青绿、蜷缩、浊响、清晰、凹陷、硬滑，密度 0.697，含糖率 0.460。像书上那样逐步推导（不修正，方差除以 n − 1）。
tally explain 西瓜.tally "$DATA/watermelon3.csv" --row 0 --lambda 0 --variance sample
# 换成敲声清脆的瓜：训练集里没有敲声清脆的好瓜，不修正时好瓜的概率恰为 0，其他属性再好也没有用……
crisp='色泽=青绿,根蒂=蜷缩,敲声=清脆,纹理=清晰,脐部=凹陷,触感=硬滑,密度=0.697,含糖率=0.46'
tally predict 西瓜.tally --given "$crisp" --lambda 0
# ……拉普拉斯修正之后，判断就反过来了。不必重新训练，只是换一种问法。
tally predict 西瓜.tally --given "$crisp"
# 17 个瓜里判对几个？
tally score 西瓜.tally "$DATA/watermelon3.csv" | sed -n 2,3p
# 列名写错了，会提示最接近的名字。
tally predict 西瓜.tally --given 含塘率=0.46 || echo "退出码 $?"
