// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The texts of the sample's free text fields.
enum SampleSentences {
    static let inletNotes = [
        "Leaves from the lime avenue, clean twice in October.", "Grate sits low, a bicycle wheel can catch.",
        "Kerb broken on the left, water runs past.", "Cover is loose and rattles at night.",
        "Delivery vans park on it until ten.", "Roots in the lateral, cut every spring.",
        "Smells in dry weeks, water seal is empty.", "Sand after every storm, sump is too small.",
        "Key does not fit, take the long bar.", "Next to the market stall, ask before opening.",
        "Lined in 2016, do not jet above 80 bar.", "Marked blue by the survey, position is checked.",
    ]
    static let manholeNotes = [
        "Step irons are rusty, use the ladder.", "Cover under a parking space.", "Bench worn on the inflow side.",
        "Rats seen, bait renewed each quarter.", "Old side inlet bricked up.",
        "Frame raised when the street was paved.",
    ]
    static let mainNotes = [
        "Two roots at the third joint.", "Sag of 4 cm, holds sand.", "Relined over its whole length.",
        "Lateral hammered in at 11 o'clock.", "Gas pipe crosses 30 cm above.", "Survey stopped at a displaced joint.",
    ]
    static let outfallNotes = [
        "Kingfisher nests in the bank: no work from April to July.", "Flap hangs when the river is high.",
        "Steps to the water are slippery.", "Grille lifted for cleaning with two persons.",
    ]
    static let areaNotes = [
        "Two more trees a street would take the first five millimetres.", "Yards may be opened for grass.",
        "The school roof drains to the garden since 2021.", "Model run of 2023 agrees with the flood marks.",
    ]
    static let inspectionComments = [
        "Grate lifted, sump emptied.", "Leaves only, swept.", "Wall wet, no crack seen.",
        "Mortar missing in two joints.",
        "Car parked on the cover, come back.", "Jetted until clear.", "Step iron replaced.", "Oil film, sample taken.",
    ]
    static let orderNotes = [
        "Close one lane, signs are in the van.", "Tell the bakery the day before.", "Needs the big jetter.",
        "Second visit, first found no access.", "Parts are at the Town Depot.",
    ]
    static let reports: [Int: [String]] = [
        1: [
            "Water stands across the whole street after rain.", "The cellar steps are under water again.",
            "The crossing cannot be walked, cars splash the houses.", "Water came out of the manhole.",
            "A puddle stays for days in front of the gate.", "The underpass filled up in ten minutes.",
        ],
        2: [
            "The drain is full of leaves.", "Building sand was swept into the grate.", "Nothing runs off any more.",
            "Somebody put a board over the inlet.", "The grate is packed with ice and grit.",
        ],
        3: [
            "It smells of eggs in the evening.", "Strong smell from the grate since Sunday.",
            "Smell in the yard when the wind is from the river.", "It smells of oil.",
        ],
        4: [
            "The cover rocks when a car drives over it.", "A bar of the grate is missing.",
            "The kerb stone has fallen into the inlet.", "The pavement sinks round the manhole.",
            "A child could put a foot into the gap.",
        ],
    ]
    static let floodNotes = [
        "Edge drawn from photographs and the marks on two fences.", "Water came from the street, not from the river.",
        "Gone within three hours. Sandbags at four doors.", "The pumping yard was without power for an hour.",
    ]
}
